/**
 * Method and path of every call, without the schemas: the catalogue would bring its schema
 * library into the browser. `call-paths.test.ts` compares this table with the catalogue.
 */
import type { CallName } from '@busbar/contract/catalogue';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const CALL_PATHS = {
  'v2.ping-token': ['POST', '/api/v2/ping-token'],
  'v2.login': ['POST', '/api/v2/login'],
  'v2.logout': ['POST', '/api/v2/logout'],
  'v2.websocket-ticket': ['POST', '/api/v2/websocket-ticket'],
  'v2.register': ['POST', '/api/v2/register'],
  'v2.audit': ['POST', '/api/v2/audit'],
  'v2.customers': ['GET', '/api/v2/customers'],
  'v2.zones': ['GET', '/api/v2/zones'],
  'v2.currencies': ['GET', '/api/v2/currencies'],
  'v2.group': ['GET', '/api/v2/group'],
  'v2.sys.menus': ['GET', '/api/v2/sys/menus'],
  'v2.devices': ['GET', '/api/v2/devices'],
  'v2.device': ['GET', '/api/v2/device'],
  'v2.device.update': ['PUT', '/api/v2/device'],
  'v2.device.secret': ['POST', '/api/v2/device/:device_code/secret'],
  'v2.device-type': ['GET', '/api/v2/device-type'],
  'v2.statistics-online': ['GET', '/api/v2/statistics-online'],
  'v2.device-map': ['GET', '/api/v2/device-map'],
  'v2.device-map.one': ['GET', '/api/v2/device-map/:id'],
  'v2.device-map.update': ['PUT', '/api/v2/device-map/:id'],
  'v2.rates': ['GET', '/api/v2/rates'],
  'v2.device.control': ['POST', '/api/v2/device/control'],
  'v2.device.command': ['GET', '/api/v2/device/command/:id'],
  'v2.device.command.cancel': ['DELETE', '/api/v2/device/command/:id'],
  'v2.log.control-list': ['GET', '/api/v2/log/control-list'],
  'v2.rejected-messages': ['GET', '/api/v2/rejected-messages'],
  'v1.sys.login': ['POST', '/sys/login'],
  'v1.sys.user.modifyPwd': ['POST', '/sys/user/modifyPwd'],
  'v1.sys.user.getMenuByToken': ['POST', '/sys/user/getMenuByToken'],
  'v1.sys.zone.findAll': ['POST', '/sys/zone/findAll'],
  'v1.sys.group.findAll': ['POST', '/sys/group/findAll'],
  'v1.sys.home.statisticsOnline': ['POST', '/sys/home/statisticsOnline'],
  'v1.sys.log.findByConditions': ['POST', '/sys/log/findByConditions'],
  'v1.device.findByConditions': ['POST', '/device/findByConditions'],
  'v1.device.addOrUpdate': ['POST', '/device/addOrUpdate'],
  'v1.device.delete': ['POST', '/device/delete'],
  'v1.device.rate.findAll': ['POST', '/device/rate/findAll'],
  'v1.device.summonVariable': ['POST', '/device/summonVariable'],
  'v1.device.swControl': ['POST', '/device/swControl'],
  'v1.data.findVariableByDateTime': ['POST', '/data/findVariableByDateTime'],
  'health.live': ['GET', '/health/live'],
  'health.ready': ['GET', '/health/ready'],
} as const satisfies Record<CallName, readonly [Method, string]>;
