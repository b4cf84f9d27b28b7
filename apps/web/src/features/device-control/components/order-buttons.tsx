/**
 * The command buttons of a card. A button that is not available stays in place, so that the layout
 * does not move under the pointer, and explains the reason on hover or focus.
 */
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { OrderSign } from '../../../device-kit/components/order-sign.tsx';
import type { CardOffer } from '../../../device-kit/control-offer.ts';

export interface OrderButtonsProps {
  readonly offer: CardOffer;
  readonly isSending: boolean;
  readonly onAsk: (order: SwitchOrder) => void;
}

export function OrderButtons({ offer, isSending, onAsk }: OrderButtonsProps) {
  const { t } = useTranslation('control');
  if (offer.offers.length === 0) return null;
  return (
    <footer className="breaker-card__orders row touch">
      {offer.offers.map(({ order, block }) => (
        <Tooltip key={order} title={block === null ? undefined : t(`errors:reason.${block}`)}>
          <Button
            icon={<OrderSign order={order} />}
            disabled={block !== null || isSending}
            onClick={() => onAsk(order)}
          >
            {t(`control:button.${order}`)}
          </Button>
        </Tooltip>
      ))}
      {offer.hint !== null && <p className="full hint">{t(`errors:reason.${offer.hint}`)}</p>}
    </footer>
  );
}
