/** Choices stored in this browser, which take effect at once; other pages offer some of them too. */
import { Segmented, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhaseColorsChoice } from '../../../components/colors/phase-colors-choice.tsx';
import { useBreakerColorsChoice } from '../../../components/colors/use-breaker-colors-choice.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { menuPages, useMenu } from '../../../components/menu/use-menu.ts';
import { setDefaultDensity, useDefaultDensity } from '../../../components/table/default-density.ts';
import { DENSITIES, type Density } from '../../../components/table/table-search.ts';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { setStartPage, startPage } from '../../../lib/start-page.ts';
import type { BreakerColors } from '../../../theme/breaker-colors.ts';
import {
  setThemeMode,
  THEME_MODES,
  type ThemeMode,
  useThemeMode,
} from '../../../theme/theme-mode.ts';

const FIRST = '';

export function LooksFields() {
  const { t } = useTranslation(['account', 'control', 'data', 'shell', 'common']);
  const { languages } = useRequiredSession().user;
  const { language } = useLanguage();
  const theme = useThemeMode();
  const density = useDefaultDensity();
  const colors = useBreakerColorsChoice();
  return (
    <div className="stack gap-8">
      <h3>{t('account:profile.browser')}</h3>
      <p className="hint prose">{t('account:profile.browser-about')}</p>
      <div className="account-looks columns columns-fit gap-16">
        <Field label={t('shell:language')}>
          {(control) => (
            <Select<Language>
              {...control}
              value={language}
              options={LANGUAGES.filter((one) => languages?.includes(one) ?? true).map((value) => ({
                value,
                label: LANGUAGE_NAMES[value],
              }))}
              onChange={(next) => void changeLanguage(next)}
            />
          )}
        </Field>
        <StartPage />
        <Choice id="profile-theme" label={t('shell:theme.label')}>
          <Segmented<ThemeMode>
            size="small"
            aria-labelledby="profile-theme"
            value={theme}
            onChange={setThemeMode}
            options={THEME_MODES.map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
          />
        </Choice>
        <Choice id="profile-density" label={t('shell:table.density-label')}>
          <Segmented<Density>
            size="small"
            aria-labelledby="profile-density"
            value={density}
            onChange={setDefaultDensity}
            options={DENSITIES.map((value) => ({
              value,
              label: t(`shell:table.density.${value}`),
            }))}
          />
        </Choice>
        <Choice id="profile-breaker-colors" label={t('control:colors.label')}>
          <Segmented<BreakerColors>
            size="small"
            aria-labelledby="profile-breaker-colors"
            {...colors}
          />
        </Choice>
        <Choice id="profile-phase-colors" label={t('data:phase-colors.label')}>
          <PhaseColorsChoice />
        </Choice>
      </div>
    </div>
  );
}

function Choice({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="stack gap-4 to-start">
      <span id={id}>{label}</span>
      {children}
    </div>
  );
}

/** A page that is no longer in the menu is shown as the first one, which opens instead. */
function StartPage() {
  const { t } = useTranslation(['account', 'shell']);
  const { user_id } = useRequiredSession().user;
  const { items } = useMenu();
  const [path, setPath] = useState(() => startPage(user_id));
  const pages = menuPages(items).map(({ item, path: value }) => ({ value, label: item.label }));
  return (
    <Field label={t('account:profile.start')} help={t('account:profile.start-about')}>
      {(control) => (
        <Select<string>
          {...control}
          showSearch={{ optionFilterProp: 'label' }}
          value={pages.some(({ value }) => value === path) ? path : FIRST}
          options={[{ value: FIRST, label: t('account:profile.start-first') }, ...pages]}
          onChange={(next) => {
            const chosen = next === FIRST ? null : next;
            setStartPage(user_id, chosen);
            setPath(chosen);
          }}
        />
      )}
    </Field>
  );
}
