/** Messages between the server and the simulator of its simulated breakers, over the IPC channel. */

export interface SimulatedMember {
  readonly code: string;
  readonly secret: string;
  /** Name of the device type. */
  readonly type: string;
  /** IANA zone of the customer. */
  readonly zone: string;
  /** Time at which the meter began to count, epoch ms. */
  readonly countsFrom: number;
  /** State in which the breaker resumes, as last reported; null if it is new. */
  readonly state: string | null;
}

/** All breakers that the simulator must run from now on; others stop. */
export interface FleetAssignment {
  readonly url: string;
  readonly members: readonly SimulatedMember[];
}

/** The state of a breaker after it changed; sent before the reply to the command that changed it. */
export interface StateReport {
  readonly code: string;
  readonly state: string;
}
