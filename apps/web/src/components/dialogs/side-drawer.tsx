import { Drawer, type DrawerProps } from 'antd';
import { useLanguage } from '../../i18n/use-language.ts';

/** Drawer with details next to a list, whose scroll position is unchanged (docs/design.md 4.6). */
export function SideDrawer(props: DrawerProps) {
  const { direction } = useLanguage();
  return <Drawer destroyOnHidden placement={direction === 'rtl' ? 'left' : 'right'} {...props} />;
}
