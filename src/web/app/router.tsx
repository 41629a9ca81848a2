import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { readBacklogSearch, readSearch, writeSearch, type PlainSearch } from "#web/app/search";
import { Shell } from "#web/app/shell";
import { NoSuchPage, PageTrouble } from "#web/app/trouble";

const root = createRootRoute({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/projects", replace: true });
  },
});

const projects = createRoute({
  getParentRoute: () => root,
  path: "/projects",
  validateSearch: ({ show }: PlainSearch): { readonly show?: string } => (show === undefined ? {} : { show }),
  component: lazyRouteComponent(() => import("#web/pages/projects/projects-page"), "ProjectsPage"),
});

const project = createRoute({
  getParentRoute: () => root,
  path: "/projects/$id",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/projects/$id/backlog", params, replace: true });
  },
});

const backlog = createRoute({
  getParentRoute: () => root,
  path: "/projects/$id/backlog",
  validateSearch: readBacklogSearch,
  component: lazyRouteComponent(() => import("#web/pages/backlog/backlog-page"), "BacklogPage"),
});

const status = createRoute({
  getParentRoute: () => root,
  path: "/projects/$id/status",
  component: lazyRouteComponent(() => import("#web/pages/status/status-page"), "StatusPage"),
});

const projectSettings = createRoute({
  getParentRoute: () => root,
  path: "/projects/$id/settings",
  component: lazyRouteComponent(
    () => import("#web/pages/project-settings/project-settings-page"),
    "ProjectSettingsPage",
  ),
});

const install = createRoute({
  getParentRoute: () => root,
  path: "/install",
  validateSearch: ({ project: id }: PlainSearch): { readonly project?: string } =>
    id === undefined ? {} : { project: id },
  component: lazyRouteComponent(() => import("#web/pages/install/install-page"), "InstallPage"),
});

const init = createRoute({
  getParentRoute: () => root,
  path: "/init",
  component: lazyRouteComponent(() => import("#web/pages/init/init-page"), "InitPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyRouteComponent(() => import("#web/pages/settings/settings-page"), "SettingsPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    projects,
    project,
    backlog,
    status,
    projectSettings,
    install,
    init,
    settings,
  ]),
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: "intent",
  defaultErrorComponent: PageTrouble,
  defaultNotFoundComponent: NoSuchPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
