/** One row, which tells whether a process has the deployment's secret without telling the secret. */
export const createDeployment = [
  'create table deployment (id boolean primary key default true check (id), secret_check text not null)',
];
