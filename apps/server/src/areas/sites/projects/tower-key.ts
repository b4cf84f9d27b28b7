export interface TowerKey {
  readonly customerId: number;
  readonly towerId: number;
}
