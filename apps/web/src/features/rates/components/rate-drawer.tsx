/** Drawer of a tariff: all its versions with their prices and hours. */
import { CheckCircleOutlined, ClockCircleOutlined, HistoryOutlined } from '@ant-design/icons';
import { formatPrice, perKwh } from '@busbar/domain/formats/money-format';
import { withUnit } from '@busbar/domain/formats/number-format';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useBandColors } from '../../../charts/bars/band-colors.ts';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { PRICE_FIELD_LIST } from '../rate-form.ts';
import { useIsolated } from '../use-isolated.ts';
import { type RateVersion, useWholeRate, type WholeRate } from '../use-rates.ts';
import { CalendarSummary } from './calendar-summary.tsx';

export interface RateDrawerProps {
  readonly id: number | undefined;
  readonly currency: string;
  readonly onClose: () => void;
  /** Undefined if the role has no permission. */
  readonly onWithdraw: ((id: number, version: RateVersion) => void) | undefined;
  /** Undefined if the role may not change devices. */
  readonly onAssign: ((rate: WholeRate) => void) | undefined;
}

export function RateDrawer({ id, currency, onClose, onWithdraw, onAssign }: RateDrawerProps) {
  const { t } = useTranslation('rates');
  const rate = useWholeRate(id);
  const whole = rate.data?.id === id ? rate.data : undefined;
  return (
    <SideDrawer
      open={id !== undefined}
      onClose={onClose}
      size={520}
      title={<bdi>{whole?.name ?? t('rates:title')}</bdi>}
    >
      {rate.error !== null && <ErrorState error={rate.error} onRetry={() => void rate.refetch()} />}
      {whole !== undefined && (
        <div className="rate-sheet">
          <Facts
            rows={[
              [t('rates:column.default'), t(`rates:is-default.${whole.is_default}`)],
              [t('rates:drawer.devices'), t('rates:drawer.device-count', { count: whole.devices })],
            ]}
          />
          {onAssign !== undefined && (
            <Button onClick={() => onAssign(whole)}>{t('rates:assign.choose-targets')}</Button>
          )}
          <h2>{t('rates:drawer.versions')}</h2>
          <ol className="stack">
            {whole.versions.map((version) => (
              <li key={version.version}>
                <Version
                  version={version}
                  currency={currency}
                  onWithdraw={
                    onWithdraw === undefined || !whole.changeable || version.state !== 'coming'
                      ? undefined
                      : () => onWithdraw(whole.id, version)
                  }
                />
              </li>
            ))}
          </ol>
        </div>
      )}
    </SideDrawer>
  );
}

const STATES = {
  coming: { tone: 'info', icon: <ClockCircleOutlined /> },
  current: { tone: 'good', icon: <CheckCircleOutlined /> },
  past: { tone: 'neutral', icon: <HistoryOutlined /> },
} as const;

interface VersionProps {
  version: RateVersion;
  currency: string;
  onWithdraw: (() => void) | undefined;
}

function Version({ version, currency, onWithdraw }: VersionProps) {
  const { t } = useTranslation('rates');
  const colors = useBandColors();
  const state = version.state as keyof typeof STATES;
  return (
    <article className="rate-version box stack" data-state={state}>
      <header className="row">
        <strong>
          <StartTexts day={version.start_day} />
        </strong>
        <StateTag tone={STATES[state].tone} icon={STATES[state].icon}>
          {t(`rates:state.${state}`)}
        </StateTag>
        {onWithdraw !== undefined && (
          <Button size="small" danger onClick={onWithdraw}>
            {t('rates:action.withdraw')}
          </Button>
        )}
      </header>
      <dl className="rate-version__prices halves">
        {PRICE_FIELD_LIST.map(({ band, field }) => (
          <div key={band} className="line spread">
            <dt>
              <span
                className="rate-swatch swatch"
                style={{ background: colors[band] }}
                aria-hidden="true"
              />
              {t(`rates:band.${band}`)}
            </dt>
            <dd>
              <Price price={version[field]} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <CalendarSummary calendar={version.calendar} />
    </article>
  );
}

function Price({ price, currency }: { price: number | null; currency: string }) {
  const { t } = useTranslation('rates');
  const { tag } = useLanguage();
  if (price === null) return <>{t('rates:no-price')}</>;
  return <bdi className="ltr">{withUnit(formatPrice(price, tag), perKwh(currency, tag), tag)}</bdi>;
}

function StartTexts({ day }: { day: string | null }) {
  const { t } = useTranslation('rates');
  const isolated = useIsolated();
  return (
    <>
      {day === null ? t('rates:drawer.since-ever') : t('rates:drawer.from', { day: isolated(day) })}
    </>
  );
}
