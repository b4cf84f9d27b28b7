/** The meter profiles that users have added: add, copy, change and delete them. */
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../../components/forms/add-button.tsx';
import { EmptyState } from '../../../../components/states/empty-state.tsx';
import { Tile } from '../../../../components/values/tile.tsx';
import { loadTexts } from '../../../../i18n/i18n.ts';
import { trackLoad } from '../../../../lib/calls/pending-loads.ts';
import { useMay } from '../../../../lib/session/use-may.ts';
import {
  type LineSettings,
  type MeterProfile,
  useMeterProfiles,
} from '../../api/use-serial-line.ts';
import { modelName } from '../../model-name.ts';
import type { KeptMeter, KeptMeters as Meters } from '../../recompute/kept.ts';
import { KeptMeters } from '../../recompute/kept-meters.tsx';
import { RecomputeDialog } from '../../recompute/recompute-dialog.tsx';
import { DeleteProfileDialog } from './delete-profile-dialog.tsx';

/** Only an edited profile needs the editor and its texts. */
const ProfileEditor = lazy(async () => {
  const parts = Promise.all([
    import('./profile-editor.tsx'),
    loadTexts('meter-profiles', 'data', 'explanation'),
  ]);
  const [module] = await trackLoad(parts);
  return { default: module.ProfileEditor };
});

type Opened =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'delete'; readonly profile: MeterProfile }
  | { readonly kind: 'recompute'; readonly meter: KeptMeter };

/** A change after which stored readings differ from what the profile now gives. */
interface Kept {
  readonly id: string;
  readonly name: string;
  readonly meters: Meters;
  readonly done: ReadonlySet<string>;
}

interface OwnProfilesProps {
  /** The DTU on whose line profiles are tested. */
  readonly code: string;
  readonly line: LineSettings;
}

export function OwnProfiles({ code, line }: OwnProfilesProps) {
  const { t } = useTranslation('serial-lines');
  const mayChange = useMay('device.write');
  const query = useMeterProfiles();
  const [opened, setOpened] = useState<Opened>();
  const [kept, setKept] = useState<readonly Kept[]>([]);
  const close = () => setOpened(undefined);
  const recomputed = (code: string) =>
    setKept((old) => old.map((one) => ({ ...one, done: new Set([...one.done, code]) })));
  return (
    <>
      {kept.map(({ id, name, meters, done }) => (
        <KeptMeters
          key={id}
          name={name}
          kept={meters}
          done={done}
          onRecompute={(meter) => setOpened({ kind: 'recompute', meter })}
          onClose={() => setKept((old) => old.filter((one) => one.id !== id))}
        />
      ))}
      <Tile
        title={t('serial-lines:profiles.title')}
        className="own-profiles"
        query={query}
        tools={
          mayChange && (
            <AddButton size="small" onClick={() => setOpened({ kind: 'add' })}>
              {t('serial-lines:profiles.add')}
            </AddButton>
          )
        }
      >
        {(profiles) => (
          <ProfileList
            profiles={profiles.filter(({ own }) => own)}
            onOpen={(kind, profile) => setOpened({ kind, profile })}
          />
        )}
      </Tile>
      {opened?.kind === 'delete' && (
        <DeleteProfileDialog profile={opened.profile} onClose={close} />
      )}
      {opened?.kind === 'recompute' && (
        <RecomputeDialog
          device={opened.meter.device_code}
          name={opened.meter.device_name}
          onDone={() => recomputed(opened.meter.device_code)}
          onClose={close}
        />
      )}
      {(opened?.kind === 'add' || opened?.kind === 'change') && (
        <Suspense>
          <ProfileEditor
            code={code}
            line={line}
            profile={opened.kind === 'change' ? opened.profile : undefined}
            profiles={query.data ?? []}
            onKept={(id, name, meters) => {
              const next = { id, name, meters, done: new Set<string>() };
              setKept((old) => [...old.filter((one) => one.id !== id), next]);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

interface ProfileListProps {
  readonly profiles: readonly MeterProfile[];
  readonly onOpen: (kind: 'change' | 'delete', profile: MeterProfile) => void;
}

function ProfileList({ profiles, onOpen }: ProfileListProps) {
  const { t } = useTranslation('serial-lines');
  const mayChange = useMay('device.write');
  if (profiles.length === 0) {
    return (
      <EmptyState
        title={t('serial-lines:profiles.none')}
        body={t('serial-lines:profiles.none-body')}
      />
    );
  }
  return (
    <ul className="plain-list ruled">
      {profiles.map((profile) => {
        const name = modelName(profile);
        return (
          <li key={profile.id} className="line-meters__row">
            <span className="grow-wide">
              <bdi>{name}</bdi>
            </span>
            {mayChange && !profile.changeable && (
              <span className="muted text-small">{t('serial-lines:profiles.above')}</span>
            )}
            {mayChange && profile.changeable && (
              <span className="row">
                <Button
                  size="small"
                  aria-label={t('serial-lines:change-of', { name })}
                  onClick={() => onOpen('change', profile)}
                >
                  {t('serial-lines:change')}
                </Button>
                <Button
                  size="small"
                  type="text"
                  aria-label={t('serial-lines:profiles.delete-of', { name })}
                  onClick={() => onOpen('delete', profile)}
                >
                  {t('serial-lines:profiles.delete')}
                </Button>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
