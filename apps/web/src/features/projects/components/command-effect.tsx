/** Number of lamps that a command switches off or on. */
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { useTranslation } from 'react-i18next';
import type { BoardRow } from '../board/board-rows.ts';

export function CommandEffect({
  command,
  rows,
}: {
  command: SwitchCommand;
  rows: readonly BoardRow[];
}) {
  const { t } = useTranslation('projects');
  const count = rows.reduce((all, row) => all + row.lamp_count, 0);
  const kind = command === 'open' || command === 'lock' ? 'dark' : command;
  return (
    <p className="order-effect" data-order={command}>
      <strong>{t(`projects:order.effect.${kind}`, { count })}</strong>
    </p>
  );
}
