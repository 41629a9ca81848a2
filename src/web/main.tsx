import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "#web/api/queries";
import { router } from "#web/app/router";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/frame.css";
import "./theme/controls.css";
import "./theme/lists.css";
import "./theme/forms.css";
import "./theme/run.css";
import "./theme/floating.css";
import "./ui/ui.css";
import "./app/shell.css";
import "./theme/forced-colors.css";

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no #root");
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
