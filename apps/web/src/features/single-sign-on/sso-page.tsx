/** Settings of single sign-on: provider, groups, addresses to register, test. */
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { RootGroupNote } from '../../components/states/root-group-note.tsx';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { useSettings } from './api/use-settings.ts';
import { Addresses } from './components/addresses.tsx';
import { SettingsForm } from './components/settings-form.tsx';

const SIDES = { '--sides': 'minmax(0, 2fr) minmax(240px, 1fr)' } as CSSProperties;

export function SsoPage() {
  const isInRootGroup = useIsInRootGroup();
  return (
    <div className="panel touch">
      <PageHeading />
      {isInRootGroup ? <Settings /> : <RootGroupNote />}
    </div>
  );
}

function Settings() {
  const { t } = useTranslation('users');
  const settings = useSettings();
  return (
    <Loaded query={settings} lines={8}>
      {(data) => (
        <>
          <p className="muted prose below">{t('users:sso.about')}</p>
          <div className="sides" style={SIDES}>
            <SettingsForm settings={data} />
            <Addresses settings={data} />
          </div>
        </>
      )}
    </Loaded>
  );
}
