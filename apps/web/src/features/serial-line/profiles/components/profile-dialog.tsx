/** Edits the register table of a profile, and tests it at a meter before it is saved. */
import type { MeterTable } from '@busbar/device-profiles/own/meter-table';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import type { MeterProfile } from '../../api/use-serial-line.ts';
import { useProblemText } from '../profile-texts.ts';
import {
  hasErrors,
  NEW_BLOCK,
  newQuantity,
  problemsByPlace,
  withBlock,
  withItem,
} from '../table-draft.ts';
import { bodyOf, useProfileChanges, useProfileTest } from '../use-profiles.ts';
import { BlockDialog } from './block-dialog.tsx';
import { BlockTable } from './block-table.tsx';
import { CopyField } from './copy-field.tsx';
import { HeadingFields } from './heading-fields.tsx';
import { QuantityDialog } from './quantity-dialog.tsx';
import { QuantityTable } from './quantity-table.tsx';
import { TestPanel } from './test-panel.tsx';
import '../profiles.css';

const WIDTH = 980;

interface ProfileDialogProps {
  readonly code: string;
  readonly title: string;
  readonly start: MeterTable;
  /** Undefined for a new profile. */
  readonly saved: { readonly id: string; readonly version: number } | undefined;
  readonly profiles: readonly MeterProfile[];
  readonly onClose: () => void;
}

/** The row that is edited; without `at` it is a new one. */
interface EditedRow {
  readonly list: 'blocks' | 'quantities';
  readonly at: number | undefined;
}

const HEADING = ['maker', 'model', 'station'];

export function ProfileDialog({
  code,
  title,
  start,
  saved,
  profiles,
  onClose,
}: ProfileDialogProps) {
  const { t } = useTranslation('meter-profiles');
  const problemText = useProblemText();
  const send = useProfileChanges();
  const test = useProfileTest(code);
  const [row, setRow] = useState<EditedRow>();
  const form = useFormState<MeterTable>(() => start, {
    fieldOf: (name) => {
      const field = name.replace(/^profile\./, '');
      return HEADING.includes(field) ? field : 'form';
    },
    problems: (values) => {
      const found = problemsByPlace(values);
      const heading = HEADING.flatMap((field) => {
        const problem = found.get(field);
        return problem === undefined ? [] : [[field, problemText(problem)]];
      });
      const isElsewhere = heading.length === 0 && hasErrors(values);
      return {
        ...Object.fromEntries(heading),
        ...(isElsewhere && { form: t('meter-profiles:has-errors') }),
      };
    },
  });
  const table = form.values;
  const problems = problemsByPlace(table);
  const save = () => {
    const profile = bodyOf(table);
    return saved === undefined
      ? send('v2.meter-profiles.add', { body: { profile } })
      : send('v2.meter-profiles.change', {
          params: { id: saved.id },
          body: { profile, version: saved.version },
        });
  };
  const closeRow = () => setRow(undefined);
  return (
    <>
      <FormDialog<unknown>
        form={form}
        title={title}
        width={WIDTH}
        saveLabel={t('meter-profiles:save')}
        done={t('meter-profiles:saved')}
        onSave={save}
        onClose={onClose}
      >
        {saved === undefined && (
          <CopyField
            profiles={profiles}
            onCopy={({ maker, model, ...copied }) =>
              form.set({ ...copied, maker, model: t('meter-profiles:copy-of', { name: model }) })
            }
          />
        )}
        <HeadingFields form={form} />
        <BlockTable
          table={table}
          problems={problems}
          onEdit={(at) => setRow({ list: 'blocks', at })}
          onRemove={(at) => form.set({ blocks: table.blocks.toSpliced(at, 1) })}
        />
        <TestPanel table={table} test={test} isBlocked={hasErrors(table)} />
        <QuantityTable
          table={table}
          problems={problems}
          test={test}
          onEdit={(at) => setRow({ list: 'quantities', at })}
          onRemove={(at) => form.set({ quantities: table.quantities.toSpliced(at, 1) })}
        />
        {saved !== undefined && form.isDirty && (
          <Alert type="warning" showIcon title={t('meter-profiles:in-use')} />
        )}
      </FormDialog>
      {row?.list === 'blocks' && (
        <BlockDialog
          table={table}
          at={row.at}
          start={row.at === undefined ? NEW_BLOCK : table.blocks[row.at]!}
          onSave={(block) => form.set(withBlock(table, row.at, block))}
          onClose={closeRow}
        />
      )}
      {row?.list === 'quantities' && (
        <QuantityDialog
          table={table}
          at={row.at}
          start={row.at === undefined ? newQuantity(table) : table.quantities[row.at]!}
          onSave={(one) => form.set({ quantities: withItem(table.quantities, row.at, one) })}
          onClose={closeRow}
        />
      )}
    </>
  );
}
