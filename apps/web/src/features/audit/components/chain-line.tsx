/** Result of the hash chain verification: the last valid entry, or the first broken one. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  LoadingOutlined,
  SafetyOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { type ChainState, useChainState } from '../api/use-audit.ts';

interface ChainLineProps {
  /** Shows an entry by its id. */
  onShow: (entryId: number) => void;
}

export function ChainLine({ onShow }: ChainLineProps) {
  const { t } = useTranslation('audit');
  const chain = useChainState();
  if (chain.error !== null) {
    return <ErrorState error={chain.error} onRetry={() => void chain.refetch()} isCompact />;
  }
  const state = chain.isFetching ? undefined : chain.data?.data;
  const tone = state === undefined ? 'busy' : state.fault === null ? 'good' : 'alarm';
  return (
    <section
      className="audit-chain row gap-12 panel below"
      data-tone={tone}
      aria-label={t('audit:chain.label')}
    >
      <span className="audit-chain-icon muted" aria-hidden="true">
        <ChainIcon tone={tone} />
      </span>
      <div className="grow-wide" aria-live="polite">
        {state === undefined ? (
          <p className="strong">{t('audit:chain.busy')}</p>
        ) : (
          <StateText state={state} />
        )}
      </div>
      {state !== undefined && state.fault !== null && state.fault.entry_id !== null && (
        <Button onClick={() => onShow(Number(state.fault!.entry_id))}>
          {t('audit:chain.show')}
        </Button>
      )}
      <Button
        icon={<SafetyOutlined />}
        loading={chain.isFetching}
        onClick={() => void chain.refetch()}
      >
        {t('audit:chain.again')}
      </Button>
    </section>
  );
}

function ChainIcon({ tone }: { tone: 'busy' | 'good' | 'alarm' }) {
  if (tone === 'busy') return <LoadingOutlined />;
  return tone === 'good' ? <CheckCircleFilled /> : <CloseCircleFilled />;
}

function StateText({ state }: { state: ChainState }) {
  const { t } = useTranslation('audit');
  const { after, through, hash, waiting, fault } = state;
  const count = through - after;
  return (
    <>
      <p className="strong">
        {fault === null
          ? t('audit:chain.holds', { through, count })
          : t('audit:chain.broken', { what: t(`audit:fault.${fault.kind}`), through })}
      </p>
      <p className="row gap-text hint">
        {fault !== null && fault.seq !== null && (
          <span>{t('audit:chain.number', { number: fault.seq })}</span>
        )}
        {fault !== null && fault.entry_id !== null && (
          <span>{t('audit:chain.entry', { id: fault.entry_id })}</span>
        )}
        {waiting > 0 && <span>{t('audit:chain.waiting', { count: waiting })}</span>}
        {fault === null && through > 0 && (
          <span>
            {t('audit:chain.hash')} <bdi className="code ltr">{hash.slice(0, 16)}…</bdi>
            <CopyButton text={`${through} ${hash}`} what={t('audit:chain.copy')} />
          </span>
        )}
      </p>
    </>
  );
}
