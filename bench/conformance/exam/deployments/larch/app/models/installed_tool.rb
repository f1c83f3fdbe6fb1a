class InstalledTool < ApplicationRecord; end
