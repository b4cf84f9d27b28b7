/** A client that is signed in as a new user of a customer. */
import type { CreatedCustomer } from '../../../src/areas/identity/registration/create-customer.ts';
import { type ClientOptions, type HttpClient, httpClient } from '../http-client.ts';
import type { TestServer } from '../start-server.ts';
import { type BuiltUser, buildUser, PASSWORD, type UserOptions } from './customer.ts';

export async function buildClient(
  { app, parts }: TestServer,
  customer: CreatedCustomer,
  options: Omit<UserOptions, 'password'> & ClientOptions = {},
): Promise<HttpClient & BuiltUser> {
  const user = await buildUser(parts.context, customer, options);
  const client = httpClient(app, options);
  await client.login(user.userName, PASSWORD);
  return Object.assign(client, user);
}
