/** Dry contacts: names, normal and reported positions (docs/specification/protection.md 7). */
import { CheckCircleFilled } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import {
  CONTACTS,
  type ContactNumber,
  type DryContact,
  type DryContacts,
  NO_CONTACTS,
  useDryContacts,
} from '../api/use-dry-contacts.ts';
import { DryContactFields } from './dry-contact-fields.tsx';
import './dry-contacts-panel.css';

interface DryContactsPanelProps {
  device: TreeDevice;
  mayChange: boolean;
}

export function DryContactsPanel({ device, mayChange }: DryContactsPanelProps) {
  const exchange = useDryContacts(device.code);
  const { query } = exchange;
  if (query.data === undefined && query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return <ContactsForm exchange={exchange} mayChange={mayChange} />;
}

type ContactEdits = Partial<Record<ContactNumber, DryContact>>;

interface ContactsFormProps {
  exchange: ReturnType<typeof useDryContacts>;
  mayChange: boolean;
}

function ContactsForm({ exchange, mayChange }: ContactsFormProps) {
  const { t } = useTranslation('protection');
  const errorText = useErrorText();
  const [edits, setEdits] = useState<ContactEdits>({});
  const [isSaved, setSaved] = useState(false);
  const { node, error, isSaving } = exchange;
  const saved: DryContacts = node?.contacts ?? NO_CONTACTS;
  const contacts: DryContacts = { 1: edits[1] ?? saved[1], 2: edits[2] ?? saved[2] };
  const isDirty = CONTACTS.some(
    (one) => contacts[one].name !== saved[one].name || contacts[one].normal !== saved[one].normal,
  );
  const isNamed = CONTACTS.every((one) => contacts[one].name.trim() !== '');
  useUnsavedGuard(isDirty);

  const save = async () => {
    // The form state contains the refusal; the edits are retained.
    const done = await exchange.save(contacts).then(
      () => true,
      () => false,
    );
    if (done) setEdits({});
    setSaved(done);
  };

  return (
    <form
      className="stack gap-0 surface bleed"
      aria-label={t('protection:tab.dryContact')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && isNamed) void save();
      }}
    >
      <p className="dry-contacts__intro muted">
        {t(node === null ? 'protection:dry.none' : 'protection:dry.intro')}
      </p>
      <div className="dry-contacts__pair columns columns-fit columns-wide gap-16">
        {CONTACTS.map((one) => (
          <DryContactFields
            key={one}
            number={one}
            contact={contacts[one]}
            reported={exchange.positions[one]}
            isDisabled={!mayChange || isSaving}
            onChange={(next) => {
              setSaved(false);
              setEdits((old) => ({ ...old, [one]: next }));
            }}
          />
        ))}
      </div>
      {mayChange ? (
        <div className="protection-panel__actions row">
          <Button
            type="primary"
            htmlType="submit"
            loading={isSaving}
            disabled={!isDirty || !isNamed}
          >
            {t(node === null ? 'protection:dry.deploy' : 'protection:dry.update')}
          </Button>
          <Button disabled={!isDirty || isSaving} onClick={() => setEdits({})}>
            {t('protection:form.undo')}
          </Button>
          <span className="dry-contacts__outcome" role="status">
            {isSaved && !isDirty && (
              <span data-tone="good">
                <CheckCircleFilled aria-hidden /> {t('protection:dry.saved')}
              </span>
            )}
          </span>
        </div>
      ) : (
        <p className="protection-panel__note muted">{t('protection:form.viewer')}</p>
      )}
      {error !== null && isDirty && (
        <p className="protection-row__problem bad text-small" role="alert">
          {errorText(error)}
        </p>
      )}
    </form>
  );
}
