class CliSession < ApplicationRecord; end
