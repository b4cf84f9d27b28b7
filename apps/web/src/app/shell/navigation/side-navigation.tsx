/** Sections of the server's menu, one open at a time (docs/specification/screens.md 3.3). */
import { Link, useLocation } from '@tanstack/react-router';
import { Menu, type MenuProps } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuIcon } from './menu-icons.tsx';
import './side-navigation.css';
import { type MenuItem, trailTo, useMenu } from '../../../components/menu/use-menu.ts';

interface SideNavigationProps {
  isCollapsed: boolean;
  /** Called when the user has selected a page, so that a drawer closes. */
  onGone?: () => void;
}

export function SideNavigation({ isCollapsed, onGone }: SideNavigationProps) {
  const { t } = useTranslation();
  const { items, isLoading } = useMenu();
  const path = useLocation({ select: (location) => location.pathname });
  const trail = trailTo(items, path);
  const section = trail.length > 1 ? trail[0]?.key : undefined;
  const [open, setOpen] = useState<string | undefined>(section);
  useEffect(() => {
    if (section !== undefined) setOpen(section);
  }, [section]);

  if (isLoading) {
    return (
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
    );
  }
  return (
    <Menu
      className="side-navigation"
      mode="inline"
      inlineCollapsed={isCollapsed}
      inlineIndent={12}
      items={items.map((item) => entryOf(item, onGone, true))}
      selectedKeys={trail.slice(-1).map((item) => item.key)}
      {...(isCollapsed
        ? {}
        : {
            openKeys: open === undefined ? [] : [open],
            onOpenChange: (keys: string[]) => setOpen(keys.findLast((key) => key !== open)),
          })}
    />
  );
}

type Entry = NonNullable<MenuProps['items']>[number];

/** Only the top level has icons: the labels of the lower levels need the full width of 180 px. */
function entryOf(item: MenuItem, onGone: (() => void) | undefined, isTop: boolean): Entry {
  const icon = isTop ? { icon: <MenuIcon name={item.icon} /> } : {};
  if (item.children.length > 0) {
    return {
      key: item.key,
      ...icon,
      label: item.label,
      children: item.children.map((child) => entryOf(child, onGone, false)),
    };
  }
  return {
    key: item.key,
    ...icon,
    label: (
      <Link to={item.path ?? '/'} {...(onGone === undefined ? {} : { onClick: onGone })}>
        {item.label}
      </Link>
    ),
  };
}
