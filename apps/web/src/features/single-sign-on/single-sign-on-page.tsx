/** Settings of single sign-on: provider, groups, addresses to register, test. */
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { RootGroupNote } from '../../components/states/root-group-note.tsx';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { useSettings } from './api/use-settings.ts';
import { Addresses } from './components/addresses.tsx';
import { SettingsForm } from './components/settings-form.tsx';
import './single-sign-on.css';

export function SingleSignOnPage() {
  const isInRootGroup = useIsInRootGroup();
  return (
    <div className="sso panel touch">
      <PageHeading />
      {isInRootGroup ? <Settings /> : <RootGroupNote />}
    </div>
  );
}

function Settings() {
  const { t } = useTranslation('single-sign-on');
  const settings = useSettings();
  return (
    <Loaded query={settings} lines={8}>
      {(data) => (
        <>
          <p className="muted prose below">{t('single-sign-on:about')}</p>
          <div className="sides">
            <SettingsForm settings={data} />
            <Addresses settings={data} />
          </div>
        </>
      )}
    </Loaded>
  );
}
