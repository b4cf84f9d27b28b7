import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/error-text.ts';
import { useAlarmChanges } from './api/use-alarm-changes.ts';

const SHOWN_S = 10;

/** Reports that alarms were acknowledged, with a button that withdraws the acknowledgement. */
export function useUndoNotice(): (ids: readonly number[]) => void {
  const { t } = useTranslation('alarms');
  const { notification, message } = App.useApp();
  const errorText = useErrorText();
  const send = useAlarmChanges();
  return (ids) => {
    const key = `acknowledged-${ids.join()}`;
    const undo = async () => {
      notification.destroy(key);
      try {
        await send('v2.alarms.handle', { body: { ids: ids.map(String), handled: false } });
        message.success(t('alarms:deal.undone'));
      } catch (error) {
        message.error(errorText(error));
      }
    };
    notification.success({
      key,
      role: 'status',
      duration: SHOWN_S,
      title: t('alarms:deal.done', { count: ids.length }),
      actions: (
        <Button size="small" onClick={() => void undo()}>
          {t('alarms:deal.undo')}
        </Button>
      ),
    });
  };
}
