/** Icon of a command: the resulting contact position, or a lock. */
import { LockOutlined, UnlockOutlined } from '@ant-design/icons';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { ReactNode } from 'react';
import { PositionSign } from './state-text.tsx';

const SIGNS: Readonly<Record<SwitchCommand, ReactNode>> = {
  open: <PositionSign isClosed={false} />,
  close: <PositionSign isClosed />,
  lock: <LockOutlined aria-hidden />,
  unlock: <UnlockOutlined aria-hidden />,
};

export function CommandIcon({ command }: { command: SwitchCommand }) {
  return SIGNS[command];
}
