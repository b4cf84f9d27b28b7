/** Loads the table of a profile before it is edited; a new one starts empty. */
import type { MeterTable } from '@busbar/device-profiles/own/meter-table';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { Loaded } from '../../../../components/states/loaded.tsx';
import type { LineSettings, MeterProfile } from '../../api/use-serial-line.ts';
import { modelName } from '../../model-name.ts';
import type { OnKept } from '../../recompute/kept.ts';
import { newTable } from '../new-table.ts';
import { useProfileTable } from '../use-profiles.ts';
import { ProfileDialog } from './profile-dialog.tsx';

export interface ProfileEditorProps {
  /** The DTU on whose line the profile is tested. */
  readonly code: string;
  readonly line: LineSettings;
  /** Undefined for a new profile. */
  readonly profile: MeterProfile | undefined;
  /** The profiles that can be copied. */
  readonly profiles: readonly MeterProfile[];
  /** Called with the id and the new name of the profile if meters keep readings that the profile would decode otherwise. */
  readonly onKept: OnKept;
  readonly onClose: () => void;
}

export function ProfileEditor(props: ProfileEditorProps) {
  const { profile, onClose } = props;
  const { t } = useTranslation('meter-profiles');
  const query = useProfileTable(profile?.id);
  const { data } = query;
  if (profile !== undefined && data === undefined) {
    return (
      <FormDialog<unknown>
        title={modelName(profile)}
        saveLabel={t('meter-profiles:save')}
        isBlocked
        onSave={async () => undefined}
        onClose={onClose}
      >
        <Loaded query={query}>{() => null}</Loaded>
      </FormDialog>
    );
  }
  const stored: MeterTable | undefined = data?.profile;
  return (
    <ProfileDialog
      {...props}
      title={profile === undefined ? t('meter-profiles:new') : modelName(profile)}
      start={stored ?? newTable(props.line)}
      saved={profile === undefined ? undefined : { id: profile.id, version: data?.version ?? 1 }}
    />
  );
}
