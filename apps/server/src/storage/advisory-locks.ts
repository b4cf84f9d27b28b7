/**
 * Every lock by number in this database, in one place so that no two are the same. Single numbers
 * and pairs are two spaces to PostgreSQL; the pair's second number is the row it is about.
 */
export const LOCKS = {
  firstStart: 0x62757362,
  migrations: 7_282_227_282,
  partitions: 7_282_227_283,
  ledger: 7_282_227_291,
  alarmNews: 7_282_227_292,
  thinning: 7_282_227_297,
  auditSeals: 7_282_227_298,
  configuration: 7_282_227_301,
  brokerSessions: 7_282_227_302,
} as const;

export const PAIR_LOCKS = {
  /** Of a customer: turns of group orders. */
  groupOrderTurns: 728_222_728,
  /** Of a group: turns of closings by timer. */
  closingTurns: 728_222_729,
  /** Of a customer: steps of protection templates. */
  templateSteps: 728_222_730,
  /** Of a customer: changes of who may do what. */
  rights: 728_222_734,
  /** Of a customer: changes of the tree of groups. */
  groupTree: 728_222_733,
  /** Of a device: states, alarms and replies, which two processes may receive at the same time. */
  deviceMessages: 728_222_736,
  /** Of a customer: photos added, whose bytes have one limit for all devices. */
  photos: 728_222_735,
  /** Of a device: positions of its dry contacts, and their names. */
  dryContacts: 728_222_737,
  /** Of a device code: its account at an external broker. */
  brokerAccount: 728_222_738,
} as const;
