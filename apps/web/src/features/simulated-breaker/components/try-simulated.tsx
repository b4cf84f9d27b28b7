/** Adds the simulated breaker, if the organisation has none, and opens its page. */
import { ExperimentOutlined } from '@ant-design/icons';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import { PATHS } from '../../../config/paths.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

interface TrySimulatedProps {
  /** Explains next to the button what a simulated breaker does. */
  readonly hasNote?: boolean;
  readonly onDone?: () => void;
}

export function TrySimulated({ hasNote = false, onDone }: TrySimulatedProps) {
  const { t } = useTranslation('devices');
  const { language } = useLanguage();
  const send = useSend('v2.devices');
  const navigate = useNavigate();
  const { run, loading } = useAction();
  const add = async () => {
    const { data } = await send('v2.simulated-breaker.add', { body: { language } });
    onDone?.();
    await navigate({ to: PATHS.device, params: { code: data.device_code } });
  };
  return (
    <div className="stack gap-4 to-start">
      <Button
        icon={<ExperimentOutlined aria-hidden />}
        loading={loading}
        onClick={() => void run(add)}
      >
        {t('devices:simulated.try')}
      </Button>
      {hasNote && <p className="hint">{t('devices:simulated.about')}</p>}
    </div>
  );
}
