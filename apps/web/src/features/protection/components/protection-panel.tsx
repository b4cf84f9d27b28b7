/**
 * One protection of one device: read on opening, edited on top of the device's values, saved after
 * a preview of the difference, then displayed as reported by the device.
 */
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import type { NumberField } from '@busbar/domain/protection/field';
import { Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useDevice } from '../../../device-kit/api/use-device.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { useExchange } from '../api/use-exchange.ts';
import { type KnownSet, useParameters } from '../api/use-parameters.ts';
import { useReadOnOpening } from '../api/use-read-on-opening.ts';
import { draftOf, draftProblems, type Edits, hasEdits } from '../draft.ts';
import { rowsOf } from '../form-rows.ts';
import { LIMIT_PICTURES } from '../pictures.ts';
import { useRowTexts } from '../use-row-texts.ts';
import { ExchangeBar } from './exchange-bar.tsx';
import { ProtectionPictures } from './pictures/protection-pictures.tsx';
import { ProtectionForm } from './protection-form.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SaveStepUp } from './save-step-up.tsx';
import './protection-panel.css';

export interface ProtectionPanelProps {
  readonly device: TreeDevice;
  readonly definition: ProtectionDefinition;
  /** True if the role has write permission. */
  readonly mayChange: boolean;
}

export function ProtectionPanel(props: ProtectionPanelProps) {
  const { device, definition } = props;
  const { t } = useTranslation('protection');
  const { query, known } = useParameters(device.code, definition);
  const exchange = useExchange(device.code, definition);
  const isOffline = device.presence === 'offline';
  useReadOnOpening(exchange.read, !isOffline);

  const bar = (
    <ExchangeBar
      name={device.name}
      exchange={exchange}
      isOffline={isOffline}
      knownAt={known?.at ?? null}
    />
  );
  if (known?.values !== undefined) {
    return (
      <section className="protection-panel stack">
        {bar}
        <EditedSet {...props} known={{ ...known, values: known.values }} exchange={exchange} />
      </section>
    );
  }
  const isWaiting = exchange.state.kind === 'running' || query.isFetching;
  return (
    <section className="protection-panel stack">
      {bar}
      {known === undefined && query.error !== null && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {isWaiting && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {!isWaiting && known !== undefined && (
        <EmptyState title={t('protection:none.title')} body={t('protection:none.body')} />
      )}
    </section>
  );
}

interface EditedSetProps extends ProtectionPanelProps {
  known: KnownSet & { values: Values };
  exchange: ReturnType<typeof useExchange>;
}

function EditedSet({ device, definition, mayChange, known, exchange }: EditedSetProps) {
  const { t } = useTranslation('protection');
  const [edits, setEdits] = useState<Edits>({});
  const [isAsking, setAsking] = useState(false);
  const [requestKey, setRequestKey] = useState<string>();
  const detail = useDevice(device.code);
  const texts = useRowTexts(LIMIT_PICTURES[definition.name]?.side ?? 'over');
  const rows = useMemo(() => rowsOf(definition), [definition]);
  const onDevice = known.values;
  const values = draftOf(onDevice, edits);
  const problems = mayChange ? draftProblems(definition, onDevice, edits, known.rating) : [];
  const isDirty = hasEdits(onDevice, edits);
  const isBusy = exchange.state.kind === 'running';
  const isLocked = !mayChange || isBusy;
  useUnsavedGuard(isDirty);
  const edit = (more: Edits) => setEdits((old) => ({ ...old, ...more }));
  const labelOf = (field: NumberField) =>
    texts.label({ kind: 'number', key: field.name, field, fields: [field] });

  return (
    <div className="protection-panel__body">
      <form
        className="surface bleed"
        aria-busy={isBusy}
        aria-label={t(`protection:tab.${definition.name}`)}
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty && problems.length === 0 && !isLocked) setAsking(true);
        }}
      >
        <ProtectionForm
          rows={rows}
          texts={texts}
          values={values}
          onDevice={onDevice}
          verified={known.verified}
          problems={problems}
          isDisabled={isLocked}
          onEdit={edit}
        />
        {mayChange ? (
          <div className="protection-panel__actions row">
            <Button
              type="primary"
              htmlType="submit"
              disabled={!isDirty || problems.length > 0 || isBusy || device.presence === 'offline'}
            >
              {t('protection:form.save')}
            </Button>
            <Button disabled={!isDirty || isBusy} onClick={() => setEdits({})}>
              {t('protection:form.undo')}
            </Button>
          </div>
        ) : (
          <p className="protection-panel__note muted">{t('protection:form.viewer')}</p>
        )}
      </form>
      <ProtectionPictures
        code={device.code}
        definition={definition}
        device={detail.data}
        values={values}
        onDevice={onDevice}
        rating={known.rating}
        labelOf={labelOf}
        isLocked={isLocked}
        onMove={(name, value) => edit({ [name]: value })}
      />
      {isAsking && (
        <SaveDialog
          name={device.name}
          rows={rows}
          texts={texts}
          values={values}
          onDevice={onDevice}
          readAt={known.at}
          isDisabling={values['enabled'] === false && onDevice['enabled'] === true}
          onCancel={() => setAsking(false)}
          onSave={(key) => {
            setAsking(false);
            setRequestKey(key);
            exchange.save(values, key);
          }}
        />
      )}
      {requestKey !== undefined && (
        <SaveStepUp
          key={requestKey}
          name={device.name}
          state={exchange.state}
          onPassword={(password) => exchange.save(values, requestKey, password)}
          onCancel={() => setRequestKey(undefined)}
        />
      )}
    </div>
  );
}
