/** Form for a command (device, protocol, address, code, data); the server builds its frame. */
import { Alert, Button, Input, Segmented } from 'antd';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useEncode } from '../api/use-console.ts';
import {
  CODES,
  type Draft,
  FIRST_DRAFTS,
  IDENTIFIERS,
  PROTOCOL_KEY,
  wireOf,
} from '../console-draft.ts';

interface CommandFormProps {
  readonly device: string | undefined;
  readonly draft: Draft;
  readonly onDevice: (code: string | undefined) => void;
  readonly onDraft: (draft: Draft) => void;
  readonly onBuilt: (sendCode: string) => void;
}

/** Field names in the API. */
const FIELDS = ['address', 'command_code', 'data'];

export function CommandForm({ device, draft, onDevice, onDraft, onBuilt }: CommandFormProps) {
  const { t } = useTranslation('console');
  const errorText = useErrorText();
  const encode = useEncode();
  const id = useId();
  const protocol = PROTOCOL_KEY[draft.version];
  const wrong = encode.error?.field;
  const edit = (part: Partial<Draft>) => {
    encode.reset();
    onDraft({ ...draft, ...part });
  };
  const build = (event: FormEvent) => {
    event.preventDefault();
    if (device === undefined) return;
    encode.mutate(
      { body: { device_sn: device, ...wireOf(draft) } },
      { onSuccess: ({ data }) => onBuilt(data.send_code) },
    );
  };
  const field = (name: string, label: string, control: ReactNode, about?: string) => (
    <div className="console-field stack gap-4">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      {control}
      <span id={`${id}-${name}-said`} className="hint" data-wrong={wrong === name}>
        {wrong === name ? errorText(encode.error) : about}
      </span>
    </div>
  );
  const input = (name: string, value: string, change: (text: string) => void, list?: string) => (
    <Input
      id={`${id}-${name}`}
      className="code"
      dir="ltr"
      value={value}
      list={list}
      spellCheck={false}
      autoComplete="off"
      status={wrong === name ? 'error' : ''}
      aria-invalid={wrong === name}
      aria-describedby={`${id}-${name}-said`}
      onChange={({ target }) => change(target.value)}
    />
  );
  return (
    <form className="console-form stack" onSubmit={build}>
      <div className="console-field stack gap-4">
        <span>{t('console:device')}</span>
        <DeviceSelect value={device} onChange={onDevice} isOne />
      </div>
      <div className="console-field stack gap-4">
        <span id={`${id}-protocol`}>{t('console:protocol')}</span>
        <Segmented
          aria-labelledby={`${id}-protocol`}
          value={draft.version}
          options={[
            { value: 1, label: t('console:protocols.dlt645') },
            { value: 2, label: t('console:protocols.modbus') },
          ]}
          onChange={(version) => {
            encode.reset();
            onDraft(FIRST_DRAFTS[version === 2 ? 2 : 1]);
          }}
        />
      </div>
      {field(
        'address',
        t('console:address'),
        input('address', draft.address, (address) => edit({ address })),
        t(`console:address-about.${protocol}`),
      )}
      {field(
        'command_code',
        t('console:code'),
        input('command_code', draft.code, (code) => edit({ code }), `${id}-codes`),
        codeName(draft, t),
      )}
      {field(
        'data',
        t('console:data'),
        input('data', draft.data, (data) => edit({ data }), `${id}-identifiers`),
        t(`console:data-about.${protocol}`),
      )}
      <datalist id={`${id}-codes`}>
        {CODES[draft.version].map(([code, name]) => (
          <option key={code} value={code} label={`${code} ${t(`console:word.${name}`)}`} />
        ))}
      </datalist>
      <datalist id={`${id}-identifiers`}>
        {draft.version === 1 &&
          IDENTIFIERS.map(([data, name, which]) => (
            <option
              key={data}
              value={data}
              label={[
                t(`console:name.${name}`),
                ...(which === undefined ? [] : [t(`console:which.${which}`)]),
              ].join(', ')}
            />
          ))}
      </datalist>
      {encode.error !== null && !FIELDS.includes(wrong ?? '') && (
        <Alert type="error" showIcon role="alert" title={errorText(encode.error)} />
      )}
      <div className="row">
        <Button htmlType="submit" loading={encode.isPending} disabled={device === undefined}>
          {t('console:build')}
        </Button>
        {device === undefined && <span className="hint">{t('console:no-device')}</span>}
      </div>
    </form>
  );
}

function codeName({ version, code }: Draft, t: (key: string) => string): string {
  const known = CODES[version].find(([one]) => one === code.toUpperCase());
  return known === undefined ? '' : t(`console:word.${known[1]}`);
}
