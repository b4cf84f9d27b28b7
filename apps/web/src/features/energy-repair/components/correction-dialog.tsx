/**
 * Manual correction of one step: the energy to count, the reason, and a preview before it is saved.
 */
import { Alert, App, Button, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ExplainedStep } from '../../energy-explanation/api/use-explanation.ts';
import { noteOf } from '../../energy-explanation/step-kind.ts';
import { unitOf, useAmountText } from '../../energy-explanation/use-step-texts.ts';
import { type CorrectionInput, useCorrectionChanges } from '../api/use-corrections.ts';
import type { RepairSearch } from '../repair-search.ts';
import { ClosedNote } from './closed-note.tsx';
import { EffectTable } from './effect-table.tsx';

export interface CorrectionDialogProps {
  readonly device: string;
  readonly name: string;
  readonly channel: NonNullable<RepairSearch['channel']>;
  /** The reading that ends the step, epoch ms. */
  readonly at: number;
  /** Undefined for an ordinary reading within a run. */
  readonly step: ExplainedStep | undefined;
  readonly onDone: () => void;
}

const DECISIONS = ['count', 'ignore', 'set'] as const;
type Decision = (typeof DECISIONS)[number];
const MAX_REASON = 500;

export function CorrectionDialog(props: CorrectionDialogProps) {
  const { device, name, channel, at, step, onDone } = props;
  const { t } = useTranslation('repair');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { energy: energyText } = useAmountText();
  const { preview, add, followed } = useCorrectionChanges();
  const id = useId();
  const [decision, setDecision] = useState<Decision>('set');
  const [kwh, setKwh] = useState<number | null>(null);
  const [isEvery, setEvery] = useState(false);
  const [reason, setReason] = useState('');
  const unit = unitOf(channel);
  const note = step === undefined ? undefined : noteOf(step);

  const body: CorrectionInput = {
    device_code: device,
    register_ts: at,
    channel: isEvery && decision !== 'set' ? null : channel,
    decision,
    ...(decision === 'set' ? { energy: kwh } : {}),
  };
  const isComplete = decision !== 'set' || (kwh !== null && !Number.isNaN(kwh));
  // A preview or error is shown only for the decision it was requested for.
  const isOfThis = (asked: { readonly body: CorrectionInput } | undefined) =>
    asked !== undefined && decisionKey(asked.body) === decisionKey(body);
  const effect = isOfThis(preview.variables) ? preview.data?.data.effect : undefined;
  const problem = [add, preview].find(
    ({ error, variables }) => error && isOfThis(variables),
  )?.error;
  const confirm = () =>
    add.mutate(
      { body: { ...body, reason: reason.trim() } },
      {
        onSuccess: () => {
          void followed();
          message.success(t('repair:done'));
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={t('repair:dialog.title')}
      confirmLabel={t('repair:dialog.confirm')}
      isBusy={add.isPending}
      isBlocked={effect === undefined || reason.trim() === ''}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <form
        className="repair__form stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) preview.mutate({ body: { ...body, preview: true } });
        }}
      >
        <Facts
          rows={[
            [t('repair:dialog.device'), <bdi key="device">{name}</bdi>],
            [t('repair:dialog.channel'), t(`explanation:channel.${channel}`)],
            [t('repair:dialog.reading'), <Moment key="at" at={at} />],
            ...(note === undefined
              ? []
              : [
                  [
                    t('repair:dialog.register'),
                    <span key="register">
                      <EnergyAmount kwh={note.base} unit={unit} />
                      {' → '}
                      <EnergyAmount kwh={note.value} unit={unit} />
                    </span>,
                  ] as const,
                ]),
            ...(step === undefined
              ? []
              : [
                  [
                    t('repair:dialog.now'),
                    <EnergyAmount key="now" kwh={step.ept} unit={unit} />,
                  ] as const,
                ]),
          ]}
        />
        <fieldset className="repair__choice stack gap-4">
          <legend>{t('repair:dialog.decision')}</legend>
          <Radio.Group
            value={decision}
            onChange={({ target }) => setDecision(target.value as Decision)}
            options={DECISIONS.map((value) => ({
              value,
              label:
                value === 'count' && note !== undefined
                  ? t('repair:decision.count-of', {
                      energy: energyText(Math.max(0, note.delta), unit),
                    })
                  : t(`repair:decision.${value}`),
            }))}
          />
        </fieldset>
        {decision === 'set' ? (
          <label className="repair__field stack gap-4" htmlFor={`${id}-energy`}>
            {t('repair:dialog.energy')}
            <NumberField
              id={`${id}-energy`}
              label={t('repair:dialog.energy')}
              value={kwh}
              min={0}
              precision={3}
              unit={unit}
              onChange={setKwh}
            />
          </label>
        ) : (
          <fieldset className="repair__choice stack gap-4">
            <legend>{t('repair:dialog.scope')}</legend>
            <Radio.Group
              value={isEvery}
              onChange={({ target }) => setEvery(target.value === true)}
              options={[
                { value: false, label: t('repair:dialog.this-channel') },
                { value: true, label: t('repair:dialog.every-channel') },
              ]}
            />
          </fieldset>
        )}
        <label className="repair__field stack gap-4" htmlFor={`${id}-reason`}>
          {t('repair:dialog.reason')}
          <Input.TextArea
            dir="auto"
            id={`${id}-reason`}
            value={reason}
            aria-required
            maxLength={MAX_REASON}
            autoSize={{ minRows: 2, maxRows: 5 }}
            aria-describedby={`${id}-why`}
            onChange={({ target }) => setReason(target.value)}
          />
          <span id={`${id}-why`} className="faint">
            {t('repair:dialog.reason-why')}
          </span>
        </label>
        <Button htmlType="submit" loading={preview.isPending} disabled={!isComplete}>
          {t('repair:dialog.preview')}
        </Button>
        {problem != null && <Alert type="error" showIcon role="alert" title={errorText(problem)} />}
        <div aria-live="polite">
          {effect !== undefined && (
            <>
              <EffectTable effect={effect} />
              <ClosedNote effect={effect} />
            </>
          )}
        </div>
        {effect === undefined && <p className="faint">{t('repair:dialog.preview-first')}</p>}
      </form>
    </ConfirmDialog>
  );
}

function decisionKey({ channel, decision, energy }: CorrectionInput): string {
  return JSON.stringify([channel, decision, energy]);
}
