/** Gateway panel with twenty slots, to read and change its table, and the result of each slot. */
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useMay } from '../../../lib/session/use-may.ts';
import { ExchangeBar } from '../../protection/components/exchange-bar.tsx';
import { SaveStepUp } from '../../protection/components/save-step-up.tsx';
import { useGatewaySlots, type WaitingChange } from '../api/use-gateway-slots.ts';
import type { GatewaySlot } from '../slot-plan.ts';
import { SlotDialog } from './slot-dialog.tsx';
import { SlotResults } from './slot-results.tsx';
import { SlotTile } from './slot-tile.tsx';

export function SlotBoard({ code }: { readonly code: string }) {
  const { t } = useTranslation(['gateway-slots', 'protection', 'control']);
  const mayChange = useMay('device.write');
  const exchange = useGatewaySlots(code);
  const [chosen, setChosen] = useState<number>();
  const [waiting, setWaiting] = useState<WaitingChange>();
  const { data, error, isPending, refetch } = exchange.known;
  if (data === undefined) {
    return isPending ? (
      <Skeleton active />
    ) : (
      error !== null && <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const { device_name: name, presence, read_at: readAt, slots } = data.data;
  const slot = slots.find((one) => one.ad !== null && one.ad === chosen);
  return (
    <section className="slot-board" aria-label={t('gateway-slots:panel', { name })}>
      <div className="row spread gap-text">
        <p className="muted">{sumOf(slots)}</p>
        <ExchangeBar
          name={name}
          exchange={exchange}
          isOffline={presence === 'offline'}
          knownAt={readAt}
          readLabel={t('gateway-slots:read')}
        />
      </div>
      {error !== null && <ErrorState isCompact error={error} onRetry={() => void refetch()} />}
      <ol className="slot-board__rail" aria-label={t('gateway-slots:panel', { name })}>
        {slots.map((one) => (
          <SlotTile
            key={one.slot}
            slot={one}
            onChange={mayChange && one.ad !== null ? () => setChosen(one.ad!) : undefined}
          />
        ))}
      </ol>
      {exchange.results.length > 0 && <SlotResults results={exchange.results} slots={slots} />}
      {slot !== undefined && (
        <SlotDialog
          gateway={data.data}
          slot={slot}
          onSaved={() => void exchange.refresh()}
          onChange={(change) => {
            setWaiting(change);
            exchange.change(change);
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
      {waiting !== undefined && (
        <SaveStepUp
          key={waiting.requestKey}
          name={name}
          state={exchange.state}
          onPassword={(password) => exchange.change(waiting, password)}
          onCancel={() => setWaiting(undefined)}
        />
      )}
    </section>
  );

  /** Number of slaves that are registered, found, and never seen. */
  function sumOf(all: readonly GatewaySlot[]): string {
    const count = (test: (one: GatewaySlot) => boolean) => all.filter(test).length;
    return t('gateway-slots:sum', {
      registered: count(({ device }) => device !== null),
      found: count(({ standing }) => standing === 'discovered'),
      silent: count(({ device }) => device !== null && device.heard_at === null),
    });
  }
}
