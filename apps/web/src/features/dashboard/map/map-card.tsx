/** Frame of a card on the map: takes the focus, and Escape closes it. */
import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface MapCardProps {
  readonly label: string;
  readonly title: ReactNode;
  readonly card: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function MapCard({ label, title, card, onClose, children }: MapCardProps) {
  const { t } = useTranslation();
  useEffect(() => card.current?.focus({ preventScroll: true }), [card]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys of a dialog that the card has opened arrive here too.
    const isHere = event.currentTarget.contains(event.target as Node);
    if (event.key === 'Escape' && isHere) onClose();
  };
  return (
    <section
      ref={card}
      className="map-info"
      aria-label={label}
      tabIndex={-1}
      dir={document.documentElement.dir}
      onKeyDown={onKeyDown}
    >
      <header className="line align-start spread">
        {title}
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:dismiss')}
          onClick={onClose}
        />
      </header>
      {children}
    </section>
  );
}
