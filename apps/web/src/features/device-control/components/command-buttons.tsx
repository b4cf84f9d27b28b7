/**
 * The command buttons of a card. A button that is not available stays in place, so that the layout
 * does not move under the pointer, and explains the reason on hover or focus.
 */
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { CommandIcon } from '../../../device-kit/components/command-icon.tsx';
import type { CardOffer } from '../../../device-kit/control-offer.ts';

export interface CommandButtonsProps {
  readonly offer: CardOffer;
  readonly isSending: boolean;
  readonly onAsk: (command: SwitchCommand) => void;
  /** True if these are the main actions of the page. */
  readonly isMain?: boolean;
}

export function CommandButtons({ offer, isSending, onAsk, isMain }: CommandButtonsProps) {
  const { t } = useTranslation('control');
  if (offer.offers.length === 0 && offer.hint === null) return null;
  return (
    <footer className="breaker-card__orders row touch">
      {offer.offers.map(({ command, block }) => (
        <Tooltip key={command} title={block === null ? undefined : t(`errors:reason.${block}`)}>
          <Button
            icon={<CommandIcon command={command} />}
            disabled={block !== null || isSending}
            onClick={() => onAsk(command)}
            {...(isMain && { 'data-main-action': '' })}
          >
            {t(`control:button.${command}`)}
          </Button>
        </Tooltip>
      ))}
      {offer.hint !== null && <p className="full hint">{t(`errors:reason.${offer.hint}`)}</p>}
    </footer>
  );
}
