import { BulbOutlined, WifiOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../../components/states/state-tag.tsx';

export function ProjectTypeTag({ type }: { type: string }) {
  const { t } = useTranslation('projects');
  return type === 'tower' ? (
    <StateTag tone="neutral" icon={<WifiOutlined aria-hidden />} isPlain>
      {t('projects:type.tower')}
    </StateTag>
  ) : (
    <StateTag tone="neutral" icon={<BulbOutlined aria-hidden />} isPlain>
      {t('projects:type.lamp')}
    </StateTag>
  );
}
