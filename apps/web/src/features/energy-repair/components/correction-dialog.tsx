/** Manual correction of one step: energy to count, reason, and a preview before it is saved. */
import { Button, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormLines } from '../../../components/forms/form-text.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
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
  readonly onClose: () => void;
}

const DECISIONS = ['count', 'ignore', 'set'] as const;
type Decision = (typeof DECISIONS)[number];

export function CorrectionDialog(props: CorrectionDialogProps) {
  const { device, name, channel, at, step, onClose } = props;
  const { t } = useTranslation('repair');
  const { energy: energyText } = useAmountText();
  const { preview, add } = useCorrectionChanges();
  const form = useFormState({
    decision: 'set' as Decision,
    kwh: null as number | null,
    isEvery: false,
    reason: '',
  });
  const { decision, kwh, isEvery } = form.values;
  const reason = form.values.reason.trim();
  const unit = unitOf(channel);
  const note = step === undefined ? undefined : noteOf(step);

  const body: CorrectionInput = {
    device_code: device,
    register_ts: at,
    channel: isEvery && decision !== 'set' ? null : channel,
    decision,
    ...(decision === 'set' && { energy: kwh }),
  };
  const isComplete = decision !== 'set' || (kwh !== null && !Number.isNaN(kwh));
  const showPreview = () => {
    if (isComplete) preview.mutate({ body: { ...body, preview: true } });
  };
  // A preview or its error is shown only for the decision it was requested for.
  const isOfThis =
    preview.variables !== undefined && decisionKey(preview.variables.body) === decisionKey(body);
  const effect = isOfThis ? preview.data?.data.effect : undefined;
  return (
    <FormDialog
      form={form}
      width={WIDE}
      title={t('repair:dialog.title')}
      saveLabel={t('repair:dialog.confirm')}
      done={t('repair:done')}
      isBlocked={effect === undefined || reason === ''}
      onEnter={showPreview}
      onSave={() => add({ body: { ...body, reason } })}
      onClose={onClose}
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
          onChange={({ target }) => form.set({ decision: target.value as Decision })}
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
        <FormNumber
          label={t('repair:dialog.energy')}
          controls
          min={0}
          precision={3}
          unit={unit}
          {...form.field('kwh')}
        />
      ) : (
        <fieldset className="repair__choice stack gap-4">
          <legend>{t('repair:dialog.scope')}</legend>
          <Radio.Group
            value={isEvery}
            onChange={({ target }) => form.set({ isEvery: target.value === true })}
            options={[
              { value: false, label: t('repair:dialog.this-channel') },
              { value: true, label: t('repair:dialog.every-channel') },
            ]}
          />
        </fieldset>
      )}
      <FormLines
        label={t('repair:dialog.reason')}
        help={t('repair:dialog.reason-why')}
        isRequired
        maxLength={500}
        {...form.field('reason')}
      />
      <Button loading={preview.isPending} disabled={!isComplete} onClick={showPreview}>
        {t('repair:dialog.preview')}
      </Button>
      <ErrorAlert error={isOfThis ? preview.error : undefined} />
      <div aria-live="polite">
        {effect !== undefined && (
          <>
            <EffectTable effect={effect} />
            <ClosedNote effect={effect} />
          </>
        )}
      </div>
      {effect === undefined && <p className="faint">{t('repair:dialog.preview-first')}</p>}
    </FormDialog>
  );
}

function decisionKey({ channel, decision, energy }: CorrectionInput): string {
  return JSON.stringify([channel, decision, energy]);
}
