/** Number of selected devices, and the commands available for them. */
import { SWITCH_COMMANDS, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CommandIcon } from '../../../device-kit/components/command-icon.tsx';
import type { Choice } from '../use-choice.ts';

export function ChoiceBar(props: { choice: Choice; onCommand: (command: SwitchCommand) => void }) {
  const { t } = useTranslation('group-control');
  const count = props.choice.codes.size;
  return (
    <section className="choice-bar row surface" aria-label={t('group-control:choose.label')}>
      <strong role="status">{t('group-control:choose.count', { count })}</strong>
      <Button type="link" disabled={count === 0} onClick={props.choice.clear}>
        {t('group-control:choose.clear')}
      </Button>
      <span className="choice-bar__orders row push">
        {SWITCH_COMMANDS.map((command) => (
          <Button
            key={command}
            icon={<CommandIcon command={command} />}
            danger={command === 'open' || command === 'lock'}
            disabled={count === 0}
            onClick={() => props.onCommand(command)}
          >
            {t(`group-control:ask.${command}`)}
          </Button>
        ))}
      </span>
    </section>
  );
}
