/** One of the four cards: an amount, its comparisons, and the previous days. */
import { SparkBars } from '../../../charts/spark/spark-bars.tsx';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { TotalMoney } from '../../../components/values/money.tsx';
import { Tile, type TileQuery } from '../../../components/values/tile.tsx';
import type { EnergyFeeEntry } from '../api/use-dashboard.ts';
import { ChangeNote } from './change-note.tsx';
import { EstimatedMark } from './estimated-mark.tsx';

export interface AmountCardProps {
  readonly title: string;
  readonly value: 'energy' | 'fee';
  readonly period: 'day' | 'month';
  readonly query: TileQuery<readonly EnergyFeeEntry[]>;
  /** Currency of an amount of money; undefined until it is known. */
  readonly currency: string | undefined;
}

export function AmountCard({ title, value, period, query, currency }: AmountCardProps) {
  return (
    <Tile title={title} query={query} className="amount-card">
      {(entries) => (
        <AmountBody entries={entries} value={value} period={period} currency={currency} />
      )}
    </Tile>
  );
}

type AmountBodyProps = Pick<AmountCardProps, 'value' | 'period' | 'currency'> & {
  readonly entries: readonly EnergyFeeEntry[];
};

function AmountBody({ entries, value, period, currency = '' }: AmountBodyProps) {
  const entry = entries[0];
  const isEnergy = value === 'energy';
  const parts = period === 'month' ? (entry?.list ?? []) : entries.toReversed();
  const until = entry?.compared_until ?? null;
  return (
    <>
      <p className="amount-card__amount line align-baseline nowrap">
        {entry === undefined ? (
          <bdi className="ltr">–</bdi>
        ) : isEnergy ? (
          <EnergyAmount kwh={entry.ept} />
        ) : (
          <TotalMoney amount={entry.fee} currency={currency} />
        )}
        {entry?.estimated === true && isEnergy && <EstimatedMark date={entry.date} />}
      </p>
      <div className="amount-card__foot line spread gap-12">
        <div className="stack gap-2">
          <ChangeNote
            change={(isEnergy ? entry?.mom_ept : entry?.mom_fee) ?? null}
            against={period === 'day' ? 'yesterday' : 'last-month'}
            until={until}
          />
          {period === 'month' && (
            <ChangeNote
              change={(isEnergy ? entry?.yoy_ept : entry?.yoy_fee) ?? null}
              against="last-year"
              until={until}
            />
          )}
        </div>
        <SparkBars values={parts.map((part) => (isEnergy ? part.ept : part.fee) ?? 0)} />
      </div>
    </>
  );
}
