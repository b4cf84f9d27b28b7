/** State of a breaker as text with an icon: the position and its cause. */
import { LockFilled, QuestionCircleOutlined } from '@ant-design/icons';
import { isLocked, SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../components/states/state-tag.tsx';

export function StateText({ action }: { action: SwitchAction | undefined }) {
  const { t } = useTranslation('control');
  if (action === undefined) {
    return (
      <StateTag tone="unknown" icon={<QuestionCircleOutlined aria-hidden />}>
        {t('control:state.unknown')}
      </StateTag>
    );
  }
  const { closed } = SWITCH_TABLE[action];
  return (
    <>
      <StateTag tone={closed ? 'closed' : 'open'} icon={<PositionSign isClosed={closed} />}>
        {t(closed ? 'control:state.closed' : 'control:state.open')}
      </StateTag>
      {isLocked(action) && (
        <StateTag tone="warning" icon={<LockFilled aria-hidden />}>
          {t('control:state.locked')}
        </StateTag>
      )}
      <span className="state-cause">{t(`control:cause.${action}`)}</span>
    </>
  );
}

/** Icon of the contact: a continuous line if closed, a lifted line if open. */
export function PositionSign({ isClosed }: { isClosed: boolean }) {
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" focusable="false">
      <path
        d={isClosed ? 'M1 7H13' : 'M1 7H4M10 7H13M4 7L10 2.6'}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="4" cy="7" r="1.6" fill="currentColor" />
      <circle cx="10" cy="7" r="1.6" fill="currentColor" />
    </svg>
  );
}
