/** Form of one protection: each line with its input, the value on the device, and its status. */
import type { FieldProblem, Values } from '@busbar/domain/protection/definition';
import type { Verified } from '@busbar/domain/protection/verify';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Edits } from '../draft.ts';
import { type FormRow, markOfRow } from '../form-rows.ts';
import type { RowTexts } from '../use-row-texts.ts';
import { FieldProblemText } from './field-problem.tsx';
import { RowInput } from './row-input.tsx';
import { RowMark } from './row-mark.tsx';
import './protection-form.css';

export interface ProtectionFormProps {
  readonly rows: readonly FormRow[];
  readonly texts: RowTexts;
  readonly values: Values;
  /** Current values, from a device or a template. */
  readonly onDevice: Values;
  /** Label for the source of `onDevice`; defaults to the device. */
  readonly storedLabel?: string;
  readonly verified: Verified | null;
  readonly problems: readonly FieldProblem[];
  readonly isDisabled: boolean;
  readonly onEdit: (edits: Edits) => void;
}

export function ProtectionForm({ rows, ...props }: ProtectionFormProps) {
  const { t } = useTranslation('protection');
  const storedLabel = props.storedLabel ?? t('protection:form.on-device');
  return (
    <div className="protection-form" data-kind={rows.at(-1)?.kind}>
      <div className="protection-row protection-form__head muted text-tiny" aria-hidden="true">
        <span>{t('protection:form.field')}</span>
        <span>{t('protection:form.edited')}</span>
        <span>{storedLabel}</span>
      </div>
      {rows.map((row) => (
        <Row key={row.key} row={row} {...props} storedLabel={storedLabel} />
      ))}
    </div>
  );
}

type RowProps = Omit<ProtectionFormProps, 'rows' | 'keptLabel'> & {
  row: FormRow;
  storedLabel: string;
};

function Row({ row, ...props }: RowProps) {
  const id = useId();
  const { texts, values, onDevice, verified, problems } = props;
  const mark = markOfRow(row, onDevice, values, verified);
  const problem = problems.find(({ field }) => row.fields.some(({ wire }) => wire === field));
  const problemId = problem === undefined ? undefined : `${id}problem`;
  const unit = row.fields.find(({ wire }) => wire === problem?.field);
  return (
    <div className="protection-row" data-kind={row.kind} data-mark={mark}>
      <span id={`${id}label`} className="protection-row__label">
        {texts.label(row)}
      </span>
      <div className="protection-row__input shrink">
        <RowInput
          row={row}
          label={texts.label(row)}
          labelId={`${id}label`}
          problemId={problemId}
          values={values}
          onDevice={onDevice}
          isDisabled={props.isDisabled}
          onEdit={props.onEdit}
        />
        {problem !== undefined && problemId !== undefined && (
          <FieldProblemText
            id={problemId}
            problem={problem}
            unit={unit !== undefined && 'unit' in unit ? unit.unit : ''}
          />
        )}
      </div>
      <span className="protection-row__device row align-baseline gap-text muted">
        <span className="protection-row__device-label">{props.storedLabel}</span>
        <bdi>{texts.text(row, onDevice)}</bdi>
        <RowMark mark={mark} />
      </span>
    </div>
  );
}
