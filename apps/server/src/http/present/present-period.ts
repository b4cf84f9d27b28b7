import { type KnownPeriod, lastDayOf } from '../../areas/energy/billing/settlement-service.ts';

export function presentPeriod(period: KnownPeriod) {
  return {
    start: period.start,
    end: lastDayOf(period),
    state: period.state,
    closed_at: period.closedAt,
    closed_by: period.closedBy ?? '',
  };
}
