/** How a line is connected: the DTU dials in, or the platform connects to host and port. */
import {
  HOST_LENGTH,
  LINE_TRANSPORTS,
  type LineTransport,
  MODBUS_TCP_PORT,
} from '@busbar/domain/line/line-transport';
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import type { LineSettings } from '../api/use-serial-line.ts';

const MAX_PORT = 65_535;

export function AddressFields({ form }: { readonly form: FormState<LineSettings> }) {
  const { t } = useTranslation('serial-lines');
  const { transport, host, port } = form.values;
  const choose = (chosen: LineTransport) => {
    if (chosen === 'dial-in') form.set({ transport: chosen, host: null, port: null });
    else if (chosen === 'rtu-over-tcp') form.set({ transport: chosen, host: host ?? '' });
    else {
      const address = { host: host ?? '', port: port ?? MODBUS_TCP_PORT };
      form.set({ transport: chosen, protocol: 'modbus-rtu', ...address });
    }
  };
  return (
    <>
      <FormSelect<LineTransport>
        label={t('serial-lines:line.transport')}
        help={t('serial-lines:line.transport-help')}
        options={LINE_TRANSPORTS.map((value) => ({
          value,
          label: t(`serial-lines:line.transport-${value}`),
        }))}
        {...form.field('transport')}
        onChange={choose}
      />
      {transport !== 'dial-in' && (
        <>
          <FormText
            label={t('serial-lines:line.host')}
            help={t('serial-lines:line.host-help')}
            isRequired
            maxLength={HOST_LENGTH}
            dir="ltr"
            className="code"
            autoComplete="off"
            spellCheck={false}
            {...form.field('host')}
            value={host ?? ''}
          />
          <FormNumber
            label={t('serial-lines:line.port')}
            help={t('serial-lines:line.port-help')}
            isRequired
            min={1}
            max={MAX_PORT}
            precision={0}
            {...form.field('port')}
          />
        </>
      )}
    </>
  );
}
