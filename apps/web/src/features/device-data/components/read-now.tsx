/** The read-now button, its progress and its result. */
import { CheckCircleFilled, CloseCircleFilled, SyncOutlined } from '@ant-design/icons';
import type { Presence } from '@busbar/domain/device/presence';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type ReadKind, useReadNow } from '../api/use-read-now.ts';
import { READ_NOW_LIMIT_MS } from '../read-now-state.ts';
import './read-now.css';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { useLanguage } from '../../../i18n/use-language.ts';

export interface ReadNowProps {
  readonly code: string;
  readonly name: string;
  readonly presence: Presence;
  readonly kind: ReadKind;
}

export function ReadNow({ code, name, presence, kind }: ReadNowProps) {
  const { t } = useTranslation('data');
  const { tag } = useLanguage();
  const errorText = useErrorText();
  const exchange = useReadNow(code, kind);
  const { state } = exchange;
  const isAsking = state.kind === 'asking';
  return (
    <div className="read-now row gap-text">
      <Button
        icon={<SyncOutlined spin={isAsking} aria-hidden />}
        disabled={isAsking || presence === 'offline'}
        onClick={exchange.ask}
      >
        {t('data:read-now.ask')}
      </Button>
      <div className="read-now__state line gap-12 hint" role="status">
        {isAsking && (
          <>
            <Progress
              className="read-now__bar"
              percent={Math.min(100, (exchange.elapsedMs / READ_NOW_LIMIT_MS) * 100)}
              showInfo={false}
              size="small"
              aria-label={t('data:read-now.asking', { name })}
            />
            <span>{t('data:read-now.asking', { name })}</span>
          </>
        )}
        {state.kind === 'arrived' && (
          <span data-tone="good">
            <CheckCircleFilled aria-hidden /> {t('data:read-now.arrived')}
          </span>
        )}
        {state.kind === 'failed' && (
          <span data-tone="bad">
            <CloseCircleFilled aria-hidden />{' '}
            {t(`data:read-now.failed.${state.cause}`, {
              name,
              after: formatDuration(state.afterMs, tag),
            })}
          </span>
        )}
        {!isAsking && exchange.error !== null && (
          <span data-tone="bad">
            <CloseCircleFilled aria-hidden /> {name}: {errorText(exchange.error)}
          </span>
        )}
        {state.kind === 'idle' && exchange.error === null && presence === 'offline' && (
          <span>{t('data:read-now.offline')}</span>
        )}
      </div>
    </div>
  );
}
