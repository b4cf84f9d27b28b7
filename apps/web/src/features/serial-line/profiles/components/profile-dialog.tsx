/** Edits the table of a profile, and tests it at a meter before it is saved. */
import { isDlt645Table, type MeterTable } from '@busbar/device-profiles/own/meter-table';
import { Alert } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import type { LineSettings, MeterProfile } from '../../api/use-serial-line.ts';
import { modelName } from '../../model-name.ts';
import type { KeptMeters, OnKept } from '../../recompute/kept.ts';
import { withProtocol } from '../new-table.ts';
import { useProblemText } from '../profile-texts.ts';
import { hasErrors, isDecodedOtherwise, problemsByPlace, withoutRow } from '../table-draft.ts';
import { bodyOf, useProfileChanges, useProfileTest } from '../use-profiles.ts';
import { BlockTable } from './block-table.tsx';
import { CopyField } from './copy-field.tsx';
import { HeadingFields } from './heading-fields.tsx';
import { IdentifierList } from './identifier-list.tsx';
import { QuantityTable } from './quantity-table.tsx';
import { type EditedRow, RowDialog } from './row-dialog.tsx';
import { TestPanel } from './test-panel.tsx';
import '../profiles.css';

const WIDTH = 980;

interface ProfileDialogProps {
  readonly code: string;
  readonly line: LineSettings;
  readonly title: string;
  readonly start: MeterTable;
  /** Undefined for a new profile. */
  readonly saved: { readonly id: string; readonly version: number } | undefined;
  readonly profiles: readonly MeterProfile[];
  readonly onKept: OnKept;
  readonly onClose: () => void;
}

const HEADING = ['maker', 'model', 'protocol', 'station'];

export function ProfileDialog(props: ProfileDialogProps) {
  const { code, line, title, start, saved, profiles, onKept, onClose } = props;
  const { t } = useTranslation('meter-profiles');
  const problemText = useProblemText();
  const send = useProfileChanges();
  const test = useProfileTest(code);
  const [row, setRow] = useState<EditedRow>();
  /** The last table of Modbus and of DL/T 645: a protocol chosen by mistake loses no rows. */
  const others = useRef(new Map<boolean, MeterTable>());
  const form = useFormState<MeterTable>(() => start, {
    fieldOf: (name) => {
      const field = name.replace(/^profile\./, '');
      return HEADING.includes(field) ? field : 'form';
    },
    problems: (values) => {
      const found = problemsByPlace(values);
      const heading = HEADING.flatMap((field) => {
        const problem = found.get(field);
        return problem === undefined ? [] : [[field, problemText(problem, isDlt645Table(values))]];
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
  const chooseProtocol = (protocol: MeterTable['protocol']) => {
    others.current.set(isDlt645Table(table), table);
    form.set(withProtocol(table, protocol, others.current.get(protocol === 'dlt645-2007')));
  };
  /** Returns the meters that keep other readings; undefined for a new profile. */
  const save = async (): Promise<KeptMeters | undefined> => {
    const profile = bodyOf(table);
    if (saved === undefined) {
      await send('v2.meter-profiles.add', { body: { profile } });
      return undefined;
    }
    const body = { profile, version: saved.version };
    return (await send('v2.meter-profiles.change', { params: { id: saved.id }, body })).data;
  };
  const rowsOf = (list: EditedRow['list']) => ({
    problems,
    onEdit: (at: number | undefined) => setRow({ list, at }),
    onRemove: (at: number) => form.set(withoutRow(table, list, at)),
  });
  return (
    <>
      <FormDialog<KeptMeters | undefined>
        form={form}
        title={title}
        width={WIDTH}
        saveLabel={t('meter-profiles:save')}
        done={t('meter-profiles:saved')}
        onSave={save}
        onSaved={(kept) => {
          onClose();
          if (saved === undefined || kept === undefined || kept.count === 0) return;
          onKept(saved.id, modelName(table), kept);
        }}
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
        <HeadingFields form={form} onProtocol={chooseProtocol} />
        {isDlt645Table(table) ? (
          <IdentifierList table={table} {...rowsOf('blocks')} />
        ) : (
          <BlockTable table={table} {...rowsOf('blocks')} />
        )}
        <TestPanel line={line} table={table} test={test} hasErrors={hasErrors(table)} />
        <QuantityTable table={table} test={test} {...rowsOf('quantities')} />
        {saved !== undefined && isDecodedOtherwise(start, table) && (
          <Alert type="warning" showIcon title={t('meter-profiles:in-use')} />
        )}
      </FormDialog>
      {row !== undefined && (
        <RowDialog table={table} row={row} onChange={form.set} onClose={() => setRow(undefined)} />
      )}
    </>
  );
}
