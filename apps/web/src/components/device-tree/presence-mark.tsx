/** Icon for online, late or offline: shape and colour, with a label for screen readers. */
import type { Presence } from '@busbar/domain/device/presence';
import { useTranslation } from 'react-i18next';

export interface PresenceMarkProps {
  readonly presence: Presence;
}

export function PresenceMark({ presence }: PresenceMarkProps) {
  const { t } = useTranslation();
  const label = t(`common:presence.${presence}`);
  return (
    <span className="presence-mark" data-presence={presence} title={label}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
        {presence === 'online' && <circle cx="6" cy="6" r="4.5" className="presence-mark__fill" />}
        {presence === 'late' && (
          <>
            <circle cx="6" cy="6" r="4.2" className="presence-mark__line" />
            <path d="M6 3.6V6.2L7.7 7.4" className="presence-mark__line" />
          </>
        )}
        {presence === 'offline' && (
          <>
            <circle cx="6" cy="6" r="4.2" className="presence-mark__line" />
            <path d="M3.2 8.8L8.8 3.2" className="presence-mark__line" />
          </>
        )}
      </svg>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
