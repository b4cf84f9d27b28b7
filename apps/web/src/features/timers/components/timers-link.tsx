/** Link to the timers of a device: an icon on its card, a label in the page toolbar. */
import { FieldTimeOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import './timers-link.css';

interface TimersLinkProps {
  code: string;
  name: string;
  /** Shows only the icon where there is no space for the label. */
  isSmall?: boolean;
}

export function TimersLink({ code, name, isSmall = false }: TimersLinkProps) {
  const { t } = useTranslation('timers');
  const label = t('timers:title', { name });
  return (
    <Link
      from="/devicecontrol"
      to="/devicecontrol"
      search={(old) => ({ ...old, timers: code })}
      className="timers-link line inline"
      data-small={isSmall}
      aria-label={label}
      title={label}
    >
      <FieldTimeOutlined aria-hidden /> {!isSmall && t('timers:word')}
    </Link>
  );
}
