/** State of the exchange with the device: reading, time since last read, or failure with cause. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  ReloadOutlined,
  WarningFilled,
} from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/values/age.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ExchangeState } from '../api/use-exchange.ts';
import { EXCHANGE_LIMIT_MS, type Exchange } from '../exchange.ts';
import './exchange-bar.css';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { useLanguage } from '../../../i18n/use-language.ts';

export interface ExchangeBarProps {
  readonly name: string;
  readonly exchange: Pick<ExchangeState, 'state' | 'elapsedMs' | 'read'>;
  readonly isOffline: boolean;
  /** Time of the device's last report, ms; null if it has never reported. */
  readonly knownAt: number | null;
  /** Label of the read button; defaults to "Read again". */
  readonly readLabel?: string;
}

export function ExchangeBar({ name, exchange, isOffline, knownAt, readLabel }: ExchangeBarProps) {
  const { t } = useTranslation('protection');
  const { state } = exchange;
  const isRunning = state.kind === 'running';
  const hasFailed = state.kind === 'failed';
  return (
    <div className="exchange-bar row spread gap-wide">
      <div className="exchange-bar__state row gap-text grow-wide" role="status">
        <State name={name} exchange={exchange} isOffline={isOffline} />
        {knownAt !== null && !isRunning && (
          <span className="muted">
            {t(isFresh(state) ? 'protection:exchange.read' : 'protection:exchange.last-known')}{' '}
            <Age at={knownAt} />
          </span>
        )}
      </div>
      <Button
        icon={<ReloadOutlined aria-hidden />}
        disabled={isRunning || isOffline}
        onClick={exchange.read}
      >
        {hasFailed ? t('protection:exchange.retry') : (readLabel ?? t('protection:exchange.again'))}
      </Button>
    </div>
  );
}

const isFresh = (state: Exchange): boolean => state.kind === 'done';

function State({ name, exchange, isOffline }: Omit<ExchangeBarProps, 'knownAt' | 'readLabel'>) {
  const { t } = useTranslation('protection');
  const { tag } = useLanguage();
  const errorText = useErrorText();
  const { state } = exchange;
  switch (state.kind) {
    case 'idle':
      if (!isOffline) return null;
      return (
        <span className="exchange-bar__word" data-tone="warn">
          <WarningFilled aria-hidden /> {t('protection:exchange.offline', { name })}
        </span>
      );
    case 'running': {
      const what = state.isReadingBack ? 'reading-back' : state.errand;
      const text = t(`protection:exchange.running.${what}`, { name });
      return (
        <>
          <Progress
            className="exchange-bar__progress"
            percent={Math.min(100, (exchange.elapsedMs / EXCHANGE_LIMIT_MS[state.errand]) * 100)}
            showInfo={false}
            size="small"
            aria-label={text}
          />
          <span>{text}</span>
        </>
      );
    }
    case 'done':
      return (
        <span className="exchange-bar__word" data-tone="good">
          <CheckCircleFilled aria-hidden />{' '}
          {t(`protection:exchange.done.${state.errand}`, { name })}
        </span>
      );
    case 'refused':
      return (
        <span className="exchange-bar__word" data-tone="bad">
          <CloseCircleFilled aria-hidden /> {name}: {errorText(state.error)}
        </span>
      );
    case 'failed':
      return (
        <span className="exchange-bar__word" data-tone={state.cause === 'unsure' ? 'warn' : 'bad'}>
          <CloseCircleFilled aria-hidden />{' '}
          {t(`protection:exchange.failed.${state.errand}.${state.cause}`, {
            name,
            after: formatDuration(state.afterMs, tag),
          })}
          {state.cause === 'rejected' && state.msg !== null && (
            <bdi className="exchange-bar__msg muted">{state.msg}</bdi>
          )}
        </span>
      );
  }
}
