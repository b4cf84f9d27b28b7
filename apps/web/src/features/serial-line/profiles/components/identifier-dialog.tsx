/** Adds or changes a data identifier of a DL/T 645 profile. */
import { hexOf } from '@busbar/device-profiles/own/dlt645-table';
import type { Dlt645Table, IdentifierBlock } from '@busbar/device-profiles/own/meter-table';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { useProblemText } from '../profile-texts.ts';
import { rowProblems, withIdentifier } from '../table-draft.ts';

const MAX_BYTES = 196;
/** Eight digits, with a separator between the bytes. */
const MAX_LENGTH = 11;

interface IdentifierDialogProps {
  readonly table: Dlt645Table;
  /** Undefined for a new identifier. */
  readonly at: number | undefined;
  readonly start: IdentifierBlock;
  readonly onSave: (block: IdentifierBlock) => void;
  readonly onClose: () => void;
}

export function IdentifierDialog({ table, at, start, onSave, onClose }: IdentifierDialogProps) {
  const { t } = useTranslation('meter-profiles');
  const problemText = useProblemText();
  const place = at ?? table.blocks.length;
  const rowOf = (draft: IdentifierBlock) => ({ ...draft, identifier: hexOf(draft.identifier) });
  const form = useFormState<IdentifierBlock>(() => start, {
    problems: (draft) => {
      const changed = { ...table, ...withIdentifier(table, at, rowOf(draft)) };
      const found = rowProblems(changed, 'blocks', place);
      return Object.fromEntries([...found].map(([field, one]) => [field, problemText(one, true)]));
    },
  });
  const bytes = form.field('bytes');
  return (
    <FormDialog<unknown>
      form={form}
      title={t(
        at === undefined ? 'meter-profiles:identifier.add' : 'meter-profiles:identifier.change',
      )}
      saveLabel={t('meter-profiles:apply')}
      onSave={async () => onSave(rowOf(form.values))}
      onClose={onClose}
    >
      <FormText
        label={t('meter-profiles:identifier.identifier')}
        help={t('meter-profiles:identifier.identifier-help')}
        isRequired
        maxLength={MAX_LENGTH}
        dir="ltr"
        className="code"
        autoComplete="off"
        spellCheck={false}
        {...form.field('identifier')}
      />
      <FormNumber
        label={t('meter-profiles:identifier.bytes')}
        help={t('meter-profiles:identifier.bytes-help')}
        isRequired
        precision={0}
        min={1}
        max={MAX_BYTES}
        {...bytes}
        value={Number.isNaN(bytes.value) ? null : bytes.value}
        onChange={(value) => form.set({ bytes: value ?? Number.NaN })}
      />
    </FormDialog>
  );
}
