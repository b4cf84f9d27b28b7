/** The view selection, the announcement settings, and the link to maintenance windows. */
import { ToolOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Segmented, Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { ALERT_CHANNELS, type AlertWay, setAlertWay, useAlertWay } from '../alarm-alerts.ts';
import { soundAlarm } from '../alarm-sound.ts';
import { LIVE_VIEWS, type LiveView } from '../live-view.ts';

interface LiveToolsProps {
  view: LiveView;
  onView: (view: LiveView) => void;
}

export function LiveTools({ view, onView }: LiveToolsProps) {
  const { t } = useTranslation('alarms');
  return (
    <div className="alarm-live__tools row spread gap-wide">
      <Segmented
        aria-label={t('alarms:live.view.label')}
        value={view}
        options={LIVE_VIEWS.map((value) => ({
          value,
          label: t(`alarms:live.view.${value}`),
          title: t(`alarms:live.view.${value}`),
        }))}
        onChange={onView}
      />
      <span className="row gap-wide">
        {ALERT_CHANNELS.map((way) => (
          <AlertSwitch key={way} way={way} />
        ))}
        <Link to="/alarm-rules" search={{ tab: 'windows' }}>
          <ToolOutlined aria-hidden /> {t('alarms:windows.title')}
        </Link>
      </span>
    </div>
  );
}

function AlertSwitch({ way }: { way: AlertWay }) {
  const { t } = useTranslation('alarms');
  const { user_id } = useRequiredSession().user;
  const isOn = useAlertWay(user_id, way);
  const id = useId();
  return (
    <label className="line inline" htmlFor={id}>
      <Switch
        id={id}
        size="small"
        checked={isOn}
        onChange={(next) => {
          setAlertWay(user_id, way, next);
          // Plays the sound once, to demonstrate it and to check that this browser allows it.
          if (next && way === 'sound') soundAlarm(1);
        }}
      />
      {t(`alarms:alert.${way}`)}
    </label>
  );
}
