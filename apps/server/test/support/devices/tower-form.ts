/** The bodies that add a tower and its users, with defaults for the values irrelevant to a test. */

export const towerUserForm = <T extends object>(own: T) => ({
  slot: 1,
  name: 'Operator 1',
  priority: 1,
  standby_type: 'voltage',
  standby_minutes: 60,
  standby_kwh: 5,
  cut_v: 45,
  reconnect_v: 50,
  periods: [],
  ...own,
});

export const towerForm = <T extends object>(own: T) => ({
  name: 'North hill',
  mains_min_v: 160,
  cut_delay_s: 10,
  hold_s: 60,
  stagger_s: 10,
  battery_kwh: 20,
  ...own,
});
