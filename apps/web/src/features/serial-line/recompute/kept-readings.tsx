/** Offers to recompute stored readings, after the settings that decode them were changed. */
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/session/use-may.ts';
import type { LineMeter } from '../api/use-serial-line.ts';

interface KeptReadingsProps {
  readonly meter: LineMeter;
  readonly onRecompute: () => void;
  readonly onClose: () => void;
}

export function KeptReadings({ meter, onRecompute, onClose }: KeptReadingsProps) {
  const { t } = useTranslation(['serial-lines', 'common']);
  const mayCorrect = useMay('energy.correct');
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={t('serial-lines:recompute.kept', { name: meter.device_name })}
      closable={{ 'aria-label': t('common:dismiss'), onClose }}
      {...(mayCorrect && {
        action: (
          <Button size="small" onClick={onRecompute}>
            {t('serial-lines:recompute.start')}
          </Button>
        ),
      })}
    />
  );
}
