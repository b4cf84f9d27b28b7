/** The fields of a meter: model, station, ratios if the model needs them, interval, name. */
import { LONGEST_INTERVAL_S, SHORTEST_INTERVAL_S } from '@busbar/domain/device/device-type';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormRadios } from '../../../components/forms/form-choice.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import type { LineMeter, LineSettings, MeterProfile } from '../api/use-serial-line.ts';
import { type MeterDraft, makesRevision } from '../meter-draft.ts';
import { modelName } from '../model-name.ts';
import { RatioFields } from './ratio-fields.tsx';
import { SwitchingFields } from './switching-fields.tsx';

interface MeterFieldsProps {
  readonly form: FormState<MeterDraft>;
  readonly line: LineSettings;
  readonly meter: LineMeter | undefined;
  readonly profiles: readonly MeterProfile[];
  readonly profile: MeterProfile | undefined;
  /** True if the user may choose that the DTU itself is the meter. */
  readonly canBeItself: boolean;
  readonly onProfile: (profile: MeterProfile) => void;
  readonly onStation: (station: string) => void;
  readonly onName: (name: string) => void;
}

export function MeterFields(props: MeterFieldsProps) {
  const { form, line, meter, profiles, profile, canBeItself } = props;
  const { t } = useTranslation(['serial-lines', 'devices']);
  const isModbus = line.protocol === 'modbus-rtu';
  const { isItself } = form.values;
  return (
    <>
      <FormSelect<string | undefined>
        label={t('serial-lines:form.model')}
        help={<FactoryHelp profile={profile} line={line} />}
        isRequired
        isSearched
        options={profiles.map((one) => ({ value: one.id, label: modelName(one) }))}
        {...form.field('profile')}
        onChange={(id) => {
          const chosen = profiles.find((one) => one.id === id);
          if (chosen !== undefined) props.onProfile(chosen);
        }}
      />
      <FormText
        label={t('serial-lines:form.station')}
        help={t(`serial-lines:form.${stationHelp(line)}`)}
        isRequired
        maxLength={isModbus ? 3 : 12}
        inputMode="numeric"
        dir="ltr"
        className="code"
        autoComplete="off"
        {...form.field('station')}
        onChange={props.onStation}
      />
      {profile !== undefined && (
        <RatioFields ratios={profile.ratios} field={(name) => form.field(name)} />
      )}
      <FormNumber
        label={t('serial-lines:form.interval')}
        help={t('serial-lines:form.interval-help')}
        isRequired
        unit="s"
        precision={0}
        min={SHORTEST_INTERVAL_S}
        max={LONGEST_INTERVAL_S}
        {...form.field('interval_s')}
      />
      {canBeItself && (
        <FormRadios
          label={t('serial-lines:form.target')}
          help={t(isItself ? 'serial-lines:form.itself-help' : 'serial-lines:form.new-device-help')}
          options={[
            { value: false, label: t('serial-lines:form.new-device') },
            { value: true, label: t('serial-lines:itself') },
          ]}
          {...form.field('isItself')}
        />
      )}
      {meter === undefined && !isItself && (
        <FormText
          label={t('devices:form.name')}
          isRequired
          maxLength={100}
          {...form.field('name')}
          onChange={props.onName}
        />
      )}
      {profile?.can_switch === true && (
        <SwitchingFields form={form} profile={profile} meter={meter} />
      )}
      {makesRevision(form.values, meter) && (
        <Alert type="warning" showIcon title={t('serial-lines:form.settings-changed')} />
      )}
    </>
  );
}

/** Factory settings of the meter, and whether they differ from the settings of the line. */
function FactoryHelp({ profile, line }: { profile: MeterProfile | undefined; line: LineSettings }) {
  const { t } = useTranslation('serial-lines');
  const { quantity } = useNumbers();
  if (profile === undefined || profile.baud === null) return null;
  const { baud, parity } = profile;
  const settings = [
    quantity(baud, 0, 'bit/s'),
    ...(parity === null ? [] : [t(`serial-lines:form.parity.${parity as 'none'}`)]),
  ].join(' · ');
  const other = { baud: quantity(line.baud, 0, 'bit/s') };
  return (
    <>
      {t('serial-lines:form.factory', { settings })}
      {baud !== line.baud && <> {t('serial-lines:form.other-baud', other)}</>}
    </>
  );
}

function stationHelp({ protocol, transport }: LineSettings) {
  if (protocol === 'dlt645-2007') return 'station-dlt645';
  return transport === 'modbus-tcp' ? 'station-modbus-tcp' : 'station-modbus';
}
