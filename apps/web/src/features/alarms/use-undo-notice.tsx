import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/error-text.ts';
import { useAlarmChanges } from './api/use-alarm-changes.ts';

const SHOWN_S = 10;

/**
 * Reports that alarms were acknowledged, with a button that withdraws the acknowledgement. The count
 * is that of the selected alarms that another user had acknowledged already; they stay so.
 */
export function useUndoNotice(): (ids: readonly number[], already?: number) => void {
  const { t } = useTranslation('alarms');
  const { notification, message } = App.useApp();
  const errorText = useErrorText();
  const send = useAlarmChanges();
  return (ids, already = 0) => {
    const others = t('alarms:deal.already', { count: already });
    if (ids.length === 0) {
      message.info(others);
      return;
    }
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
      ...(already > 0 && { description: others }),
      actions: (
        <Button size="small" onClick={() => void undo()}>
          {t('alarms:deal.undo')}
        </Button>
      ),
    });
  };
}
