/** Faults of a simulated line and of its DTU. Defaults describe a healthy one. */
export interface LineQuirks {
  /** Random bytes surround every answer. */
  isNoisy: boolean;
  /** Every second answer ends before its last bytes. */
  cutsFrames: boolean;
  /** The line returns each request before its answer, as two wires without echo suppression do. */
  echoes: boolean;
  /** Every second answer is sent in the same segment as the next one. */
  mergesFrames: boolean;
  /** Each byte is sent in a segment of its own. */
  splitsBytes: boolean;
  /** The heartbeat text is inserted into every answer. */
  heartbeatInside: boolean;
  /** The DTU neither reads nor sends, and its connection remains open. */
  hangs: boolean;
}

export const healthyLine = (): LineQuirks => ({
  isNoisy: false,
  cutsFrames: false,
  echoes: false,
  mergesFrames: false,
  splitsBytes: false,
  heartbeatInside: false,
  hangs: false,
});
