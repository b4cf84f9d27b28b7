/** Settings of the line; read-only without the permission to change devices. */
import {
  BAUD_RATES,
  checkLine,
  DEFAULT_HEARTBEAT,
  HEARTBEAT_LENGTH,
  LINE_PROTOCOLS,
} from '@busbar/domain/line/line-form';
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { useTranslation } from 'react-i18next';
import { FormSwitch } from '../../../components/forms/form-checkbox.tsx';
import { FormPanel } from '../../../components/forms/form-panel.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { type LineSettings, useLineChanges } from '../api/use-serial-line.ts';
import { PROTOCOL_NAMES } from '../protocol-names.ts';
import { AddressFields } from './address-fields.tsx';

const DEFAULTS: LineSettings = {
  protocol: 'modbus-rtu',
  baud: 9600,
  heartbeat: DEFAULT_HEARTBEAT,
  needs_secret: true,
  ...DIAL_IN,
};

interface LineFormProps {
  readonly code: string;
  /** Undefined if the settings were never saved. */
  readonly line: LineSettings | undefined;
}

export function LineForm({ code, line }: LineFormProps) {
  const mayChange = useMay('device.write');
  if (!mayChange) return <LineFacts line={line ?? DEFAULTS} />;
  // A new key adopts the settings that were saved for the first time.
  return <EditedLine key={line === undefined ? 'new' : 'saved'} code={code} line={line} />;
}

function EditedLine({ code, line }: LineFormProps) {
  const { t } = useTranslation(['serial-lines', 'errors']);
  const { quantity } = useNumbers();
  const send = useLineChanges();
  const form = useFormState<LineSettings>(line ?? DEFAULTS, {
    problems: (values) => {
      const checked = checkLine(values, []);
      return checked.ok || checked.field === undefined
        ? undefined
        : { [checked.field]: t(`errors:reason.${checked.refusal as 'heartbeat-invalid'}`) };
    },
  });
  const { heartbeat, transport } = form.values;
  const isSerial = transport !== 'modbus-tcp';
  return (
    <FormPanel
      form={form}
      isNew={line === undefined}
      label={t('serial-lines:line.title')}
      className="line-form stack gap-16"
      saveLabel={t('serial-lines:line.save')}
      done={t('serial-lines:line.saved')}
      onSave={() =>
        send('v2.serial-line.change', { params: { device_code: code }, body: form.values })
      }
    >
      <AddressFields form={form} />
      {isSerial && (
        <>
          <FormSelect
            label={t('serial-lines:line.protocol')}
            options={LINE_PROTOCOLS.map((value) => ({ value, label: PROTOCOL_NAMES[value] }))}
            {...form.field('protocol')}
          />
          <FormSelect
            label={t('serial-lines:line.baud')}
            help={t('serial-lines:line.baud-help')}
            options={BAUD_RATES.map((value) => ({ value, label: quantity(value, 0, 'bit/s') }))}
            {...form.field('baud')}
          />
          <FormText
            label={t('serial-lines:line.heartbeat')}
            help={t('serial-lines:line.heartbeat-help')}
            maxLength={HEARTBEAT_LENGTH}
            dir="ltr"
            className="code"
            autoComplete="off"
            spellCheck={false}
            {...form.field('heartbeat')}
            value={heartbeat}
          />
        </>
      )}
      {transport === 'dial-in' && (
        <FormSwitch
          label={t('serial-lines:line.needs-secret')}
          help={t('serial-lines:line.needs-secret-help')}
          {...form.field('needs_secret')}
        />
      )}
    </FormPanel>
  );
}

function LineFacts({ line }: { line: LineSettings }) {
  const { t } = useTranslation(['serial-lines', 'common']);
  const { quantity } = useNumbers();
  return (
    <Facts
      rows={[
        [t('serial-lines:line.transport'), t(`serial-lines:line.transport-${line.transport}`)],
        [t('serial-lines:line.protocol'), PROTOCOL_NAMES[line.protocol]],
        [t('serial-lines:line.baud'), quantity(line.baud, 0, 'bit/s')],
        [
          t('serial-lines:line.heartbeat'),
          <bdi key="heartbeat" className="code ltr">
            {line.heartbeat || '–'}
          </bdi>,
        ],
      ]}
    />
  );
}
