/**
 * All advisory locks of this database, in one place so that no two have the same number. PostgreSQL
 * separates single numbers from pairs; the second number of a pair is the id of the locked row.
 */
export const LOCKS = {
  firstStart: 0x62757362,
  migrations: 7_282_227_282,
  partitions: 7_282_227_283,
  ledger: 7_282_227_291,
  writeAlarmChanges: 7_282_227_292,
  thinning: 7_282_227_297,
  auditSeals: 7_282_227_298,
  configuration: 7_282_227_301,
  brokerSessions: 7_282_227_302,
  outgoingLines: 7_282_227_303,
  /** Shared by transactions that seal secrets, exclusive for those that seal them with another key. */
  sealing: 7_282_227_304,
} as const;

export const PAIR_LOCKS = {
  /** Per customer: steps of batch commands. */
  batchSteps: 728_222_728,
  /** Per group: sending of close commands that timers have queued. */
  closingTurns: 728_222_729,
  /** Per customer: steps of protection templates. */
  templateSteps: 728_222_730,
  /** Per customer: changes of permissions. */
  rights: 728_222_734,
  /** Per customer: changes of the group tree. */
  groupTree: 728_222_733,
  /** Per device: states, alarms and replies, which two processes may receive at the same time. */
  deviceMessages: 728_222_736,
  /** Per customer: uploads of photos, whose size is limited for all devices together. */
  photos: 728_222_735,
  /** Per device: positions of its dry contacts, and their names. */
  dryContacts: 728_222_737,
  /** Per device code: its account at an external broker. */
  brokerAccount: 728_222_738,
  /**
   * Per customer: the groups in which its alarms are stored. Shared by transactions that write
   * alarms, exclusive for those that move or delete devices.
   */
  alarmPlaces: 728_222_740,
  /** Per customer: its simulated breaker. */
  simulatedBreaker: 728_222_739,
  /** Per key of the installation: held by the processes that can read it. */
  readableKey: 728_222_741,
  /** Per key of the installation: held by the processes that seal with it. */
  sealingKey: 728_222_742,
} as const;
