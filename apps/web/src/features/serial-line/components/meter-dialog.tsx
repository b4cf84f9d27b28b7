/** Dialog to add a meter to a line, or to change how one is polled. */
import { snakeCase } from '@busbar/domain/key-case';
import { carriesProfile } from '@busbar/domain/line/line-transport';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { Loaded } from '../../../components/states/loaded.tsx';
import {
  type LineMeter,
  type LineSettings,
  type MeterProfile,
  type SerialLine,
  useLineChanges,
  useMeterProfiles,
} from '../api/use-serial-line.ts';
import {
  draftOf,
  draftRefusal,
  type MeterDraft,
  proposedStation,
  settingsOf,
  takenStations,
  withProfile,
} from '../meter-draft.ts';
import { MeterFields } from './meter-fields.tsx';

/** Settings by which readings are decoded; the stored ones keep their values. */
const DECODING = [
  ...(['profile', 'ct_primary', 'ct_secondary', 'pt_primary', 'pt_secondary'] as const),
] as const;

interface MeterDialogProps {
  readonly data: SerialLine & { readonly line: LineSettings };
  /** Undefined for a new meter. */
  readonly meter: LineMeter | undefined;
  /** Called instead of `onClose` after the model or a ratio was changed. */
  readonly onDecodedOtherwise: () => void;
  readonly onClose: () => void;
}

export function MeterDialog({ data, meter, onDecodedOtherwise, onClose }: MeterDialogProps) {
  const { t } = useTranslation(['serial-lines', 'devices', 'errors']);
  const send = useLineChanges();
  const query = useMeterProfiles();
  const [isNamed, setNamed] = useState(false);
  const { device_code: code, device_name: dtuName, line, meters } = data;
  const taken = takenStations(meters, meter);
  const profiles = (query.data ?? []).filter(({ protocol }) => carriesProfile(line, protocol));
  const profileOf = (id: string | undefined) => profiles.find((profile) => profile.id === id);
  const nameOf = (station: string) => `${dtuName} ${station}`.trim();
  const form = useFormState<MeterDraft>(() => draftOf(meter), {
    fieldOf: (name) => snakeCase(name),
    problems: (draft) => {
      const profile = profileOf(draft.profile);
      if (profile === undefined) return { profile: t('devices:form.required') };
      const isNameMissing = meter === undefined && !draft.isItself && draft.name.trim() === '';
      const refused = draftRefusal(draft, profile, line, taken, meter);
      return {
        ...(isNameMissing && { name: t('devices:form.required') }),
        ...(refused && {
          [refused.field]: t(`errors:reason.${refused.refusal as 'station-invalid'}`),
        }),
      };
    },
  });
  const draft = form.values;

  const chooseProfile = (profile: MeterProfile) => {
    const station = meter?.settings?.station ?? proposedStation(profile, taken);
    form.set({
      ...withProfile(draft, profile),
      station,
      ...(!isNamed && meter === undefined && { name: nameOf(station) }),
    });
  };
  const save = async () => {
    const profile = profileOf(draft.profile);
    if (profile === undefined) return;
    const body = settingsOf(draft, profile);
    const target = meter?.device_code ?? (draft.isItself ? code : undefined);
    if (target === undefined) {
      const params = { device_code: code };
      await send('v2.serial-line.meters.add', { params, body: { name: draft.name, ...body } });
    } else {
      await send('v2.serial-line.meters.change', {
        params: { device_code: code, meter: target },
        body,
      });
    }
  };

  const saved = () => {
    const profile = profileOf(draft.profile);
    const former = meter?.settings;
    const next = profile && settingsOf(draft, profile);
    const isOther = former && next && DECODING.some((key) => former[key] !== next[key]);
    if (isOther === true) onDecodedOtherwise();
    else onClose();
  };

  const hasOwn = meters.some(({ slot }) => slot === null);
  return (
    <FormDialog
      form={form}
      title={
        meter === undefined
          ? t('serial-lines:add')
          : t('serial-lines:form.change', { name: meter.device_name })
      }
      width={520}
      saveLabel={t(meter === undefined ? 'serial-lines:add' : 'serial-lines:form.save')}
      done={
        meter === undefined && !draft.isItself
          ? t('serial-lines:form.added', { name: draft.name })
          : t('serial-lines:form.saved')
      }
      onSave={save}
      onSaved={saved}
      onClose={onClose}
    >
      <Loaded query={query}>
        {() => (
          <MeterFields
            form={form}
            line={line}
            meter={meter}
            profiles={profiles}
            profile={profileOf(draft.profile)}
            canBeItself={meter === undefined && !hasOwn}
            onProfile={chooseProfile}
            onStation={(station) =>
              form.set({
                station,
                ...(!isNamed && meter === undefined && { name: nameOf(station) }),
              })
            }
            onName={(name) => {
              setNamed(true);
              form.set({ name });
            }}
          />
        )}
      </Loaded>
    </FormDialog>
  );
}
