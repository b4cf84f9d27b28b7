import { mapsRefusal } from '@busbar/domain/configuration/sections';
import { useTranslation } from 'react-i18next';
import { type SectionProps, useSection } from '../use-section.ts';
import { SectionFrame } from './section-frame.tsx';
import { TextField } from './text-field.tsx';

/** API keys of the map providers. */
export function MapsSection(props: SectionProps<'maps'>) {
  const { t } = useTranslation(['configuration', 'errors']);
  const { value, edit, save, state } = useSection('maps', props);
  const problem = mapsRefusal({ baiduKey: value.baidu_key, googleKey: value.google_key });
  const wrongAt = (field: string) =>
    problem?.field === field ? t('errors:reason.map-key-invalid') : undefined;
  return (
    <SectionFrame state={state} isWrong={problem !== undefined} onSave={() => void save()}>
      <TextField
        label={t('configuration:maps.baidu_key')}
        value={value.baidu_key}
        isLtr
        wrong={wrongAt('baiduKey')}
        onChange={(key) => edit({ baidu_key: key.trim() })}
      />
      <TextField
        label={t('configuration:maps.google_key')}
        value={value.google_key}
        isLtr
        wrong={wrongAt('googleKey')}
        onChange={(key) => edit({ google_key: key.trim() })}
      />
    </SectionFrame>
  );
}
