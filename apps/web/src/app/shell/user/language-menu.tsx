import { GlobalOutlined } from '@ant-design/icons';
import { LANGUAGE_TAGS } from '@busbar/domain/formats/language-tags';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { LANGUAGE_NAMES, type Language } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useOfferedLanguages } from './use-offered-languages.ts';

export function LanguageMenu() {
  const { t } = useTranslation('shell');
  const { language } = useLanguage();
  const offered = useOfferedLanguages();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: offered.map((key) => ({
          key,
          label: <bdi lang={LANGUAGE_TAGS[key].slice(0, 2)}>{LANGUAGE_NAMES[key]}</bdi>,
        })),
        onClick: ({ key }) => void changeLanguage(key as Language),
      }}
    >
      <Button
        type="text"
        icon={<GlobalOutlined />}
        aria-label={t('shell:language')}
        title={t('shell:language')}
      />
    </Dropdown>
  );
}
